/// Sends profiles to continuous-profiling systems over HTTP. Depends on the formats and the JDK's HTTP client.
package dev.plumb.profile.push;
