package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The published classes decode what we write, and we read what they encode.
class OtlpOracleTest {
    @Test
    void publishedClassesDecodeEveryValueAndFrame() throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 100; i++) {
            Profile profile = SampleProfiles.random(random);
            ProfilesData data = ProfilesData.parseFrom(Bytes.write(Formats.OTLP, profile));
            assertThat(data.getUnknownFields().asMap()).isEmpty();
            var profiles = data.getResourceProfiles(0).getScopeProfiles(0).getProfilesList();
            assertThat(profiles).hasSize(profile.valueTypes().size());
            for (int type = 0; type < profiles.size(); type++) {
                var decoded = profiles.get(type);
                assertThat(string(data, decoded.getSampleType().getTypeStrindex()))
                        .isEqualTo(profile.valueTypes().get(type).name());
                assertThat(decoded.getSamplesList().stream()
                                .mapToLong(sample -> sample.getValues(0))
                                .sum())
                        .isEqualTo(profile.total(type));
                for (int s = 0; s < profile.samples().size(); s++) {
                    assertThat(names(data, decoded.getSamples(s).getStackIndex()))
                            .isEqualTo(names(profile.samples().get(s)));
                }
            }
        }
    }

    @Test
    void entryZeroOfEachTableIsTheEmptyOne() throws IOException {
        ProfilesData data = ProfilesData.parseFrom(Bytes.write(Formats.OTLP, SampleProfiles.small()));
        ProfilesDictionary tables = data.getDictionary();
        assertThat(tables.getStringTable(0)).isEmpty();
        assertThat(tables.getMappingTable(0)).isEqualTo(Mapping.getDefaultInstance());
        assertThat(tables.getLocationTable(0)).isEqualTo(Location.getDefaultInstance());
        assertThat(tables.getFunctionTable(0).getSerializedSize()).isZero();
        assertThat(tables.getStackTable(0).getLocationIndicesCount()).isZero();
        assertThat(tables.getAttributeTable(0).getSerializedSize()).isZero();
        assertThat(tables.getLinkTable(0).getTraceId().size()).isEqualTo(16);
        assertThat(tables.getStringTableList()).doesNotHaveDuplicates();
        assertThat(tables.getStackTableList()).doesNotHaveDuplicates();
    }

    @Test
    void readsWhatThePublishedClassesEncode() throws IOException {
        ProfilesData data = ProfilesData.parseFrom(Bytes.write(Formats.OTLP, SampleProfiles.small()));
        Profile again = Bytes.read(Formats.OTLP, data.toByteArray());
        assertThat(again).isEqualTo(Bytes.roundTrip(Formats.OTLP, SampleProfiles.small()));
    }

    private static String string(ProfilesData data, int index) {
        return data.getDictionary().getStringTable(index);
    }

    private static List<String> names(ProfilesData data, int stack) {
        ProfilesDictionary tables = data.getDictionary();
        List<String> names = new ArrayList<>();
        for (int location : tables.getStackTable(stack).getLocationIndicesList()) {
            tables.getLocationTable(location)
                    .getLinesList()
                    .forEach(line -> names.add(tables.getStringTable(
                            tables.getFunctionTable(line.getFunctionIndex()).getNameStrindex())));
        }
        return names;
    }

    private static List<String> names(Sample sample) {
        return sample.frames().stream().map(frame -> frame.name()).toList();
    }
}
