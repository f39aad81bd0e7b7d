/// The file formats of a profile, each written and read back, and the registry that chooses one. Depends on the profile
/// model, its JSON and the JDK.
package dev.plumb.profile.format;
