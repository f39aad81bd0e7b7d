package dev.plumb.elf.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.elf.demangle.GoldenNames.Golden;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemanglerTest {
    @Test
    void printsGoldenNamesAsCxxFiltDoes() {
        List<Golden> names = GoldenNames.read();
        assertThat(names).hasSizeGreaterThan(600);
        SoftAssertions softly = new SoftAssertions();
        for (Golden name : names) {
            softly.assertThat(Demangler.demangle(name.mangled())).isEqualTo(name.full());
            softly.assertThat(Demangler.demangle(name.mangled(), Detail.BRIEF)).isEqualTo(name.brief());
        }
        softly.assertAll();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_",
                "_Z",
                "_R",
                "main",
                "__libc_start_main",
                "_ZN",
                "_ZN3foo",
                "_Z3fo",
                "_Z1fv.",
                "_Z1fv.X",
                "_Z1fS_",
                "_Z1fIiEvT0_",
                "_ZN1AIiEcvT_Ev",
                "_R1NvC1a1b",
                "_RNvC1a1",
                "_RNvC1aB9_",
                "_RINvC1a1bL0_E",
                "_RNvC1au4zzzz"
            })
    void leavesWhatIsNotDecodable(String name) {
        assertThat(Demangler.demangle(name)).isNull();
    }

    /// Where c++filt 2.40 prints something else, or nothing; `docs/demangling.md` lists why.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            __ZN1A1fEv                           | A::f()
            _ZGR1x_                              | reference temporary #0 for x
            _ZGRN1A1xE0_                         | reference temporary #1 for A::x
            _Z1gIZ1fvEUt_EvT_P1AP1BS3_S5_        | void g<f()::{unnamed type#1}>(f()::{unnamed type#1}, A*, B*, A*, B*)
            _Z1fIiQ1cIT_EEvv                     | void f<int>()
            _Z1fIiEvT_Q1cIT_E                    | void f<int>(int)
            _Z1fITk1ciEvT_                       | void f<int>(int)
            _Z1fDB5_                             | f(_BitInt(5))
            _Z1fDU8_                             | f(unsigned _BitInt(8))
            _Z1fIiEDTnxfp_ET_                    | decltype (noexcept ({parm#1})) f<int>(int)
            _Z1fIiEDTtefp_ET_                    | decltype (typeid ({parm#1})) f<int>(int)
            _Z1fIiEDTfL0p_ET_                    | decltype ({parm#1}) f<int>(int)
            _Z1fu4typeIiE                        | f(type<int>)
            _ZNK3BoxIiEcvS_IT_EIlEEv             | Box<int>::operator Box<long><long>() const
            _RINvC1a1bKoffffffffffffffffff_E     | a[0]::b::<0xffffffffffffffffff: u128>
            _RINvC1a1bKRe616263_E                | a[0]::b::<"abc">
            _RINvC1a1bKAj1_j2_EE                 | a[0]::b::<[1: usize, 2: usize]>
            _RINvC1a1bKVTNtC1a1Pj1_EE            | a[0]::b::<a[0]::P(1: usize)>
            _ZN5names9$u6771$xy17h523a106f8eb23653E | names::東xy::h523a106f8eb23653
            """)
    void decodesMoreThanCxxFilt(String mangled, String name) {
        assertThat(Demangler.demangle(mangled)).isEqualTo(name);
    }

    @Test
    void takesTemplateArgumentsFromTheScopeTheyAreUsedIn() {
        assertThat(Demangler.demangle(
                        "_ZSt11__addressofIZSt9call_onceIMSt6threadFvvEJPS1_EEvRSt9once_flagOT_DpOT0_EUlvE_EPS7_RS7_"))
                .endsWith("std::thread*&&)::{lambda()#1}&)");
    }

    @Test
    void keepsTheVersionOfASymbol() {
        assertThat(Demangler.demangle("_ZNSo5tellpEv@@GLIBCXX_3.4", Detail.BRIEF))
                .isEqualTo("std::ostream::tellp()@@GLIBCXX_3.4");
        assertThat(Demangler.demangle("_Z1fv@plt")).isEqualTo("f()@plt");
    }
}
