package dev.plumb.elf.demangle;

/// How much of a name is shown.
public enum Detail {
    /// All there is, as `c++filt` prints it: hashes and crate identifiers of Rust, `std::basic_string<char, ...>`.
    FULL,
    /// Without what seldom helps a reader, as `c++filt --no-verbose` prints it: no hashes, and `std::string`.
    BRIEF
}
