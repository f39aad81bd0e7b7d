/// Which stacks reach a probe, and how often. Depends on the shared package.
package dev.plumb.tools.stacks;
