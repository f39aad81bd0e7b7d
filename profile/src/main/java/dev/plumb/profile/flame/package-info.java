/// The interactive flame graph: one HTML file that needs nothing else. Depends on the profile model only.
package dev.plumb.profile.flame;
