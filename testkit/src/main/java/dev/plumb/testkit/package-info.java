/// What kernel tests share: conditions with proof, leak checks, known workloads, and the suite's runner. Depends on
/// JUnit alone, so that it can judge the library without using it.
package dev.plumb.testkit;
