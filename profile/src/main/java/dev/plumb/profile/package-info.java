/// The model of a profile: frames, stacks, samples, loss counters, all immutable. Depends on nothing but the JDK.
package dev.plumb.profile;
