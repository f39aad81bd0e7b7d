/// Tables made from a profile: functions, processes, threads, stacks, callers and differences. Reports are data here;
/// rendering is elsewhere. Depends on the profile model only.
package dev.plumb.profile.analysis;
