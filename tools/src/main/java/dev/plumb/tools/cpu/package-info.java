/// Where CPU time goes: stacks sampled at a frequency. Depends on the shared package.
package dev.plumb.tools.cpu;
