package dev.plumb.elf.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compares with `c++filt` where it is installed, over the machine that runs this test: the Java VM's own symbols.
class DemanglerCxxFiltTest {
    @ParameterizedTest
    @EnumSource(Detail.class)
    void agreesOnTheSymbolsOfTheJavaVm(Detail detail) throws IOException {
        Path vm = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
        assumeTrue(CxxFilt.isInstalled(), "c++filt and nm are not installed");
        assumeTrue(Files.exists(vm), "this Java has no " + vm);
        SortedSet<String> names = CxxFilt.mangledNames(vm);
        assumeTrue(!names.isEmpty(), vm + " has no C++ symbols");

        DemangleComparison.Result result = DemangleComparison.compare("libjvm", names, detail);

        assertThat(result.sharePercent()).as("%s", result.differences()).isGreaterThanOrEqualTo(99.9);
    }
}
