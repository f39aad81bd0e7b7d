/// The `plumb` command. Depends on every module below it; nothing depends on it.
package dev.plumb.cli;
