package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads OTLP profiles of the pinned version; all profiles of a file become one, a value type for each kind of them.
final class OtlpReader implements ProfileReader {

    @Override
    public Profile read(InputStream in) throws IOException {
        byte[] bytes = BoundedInput.readAll(BoundedInput.unzipped(in));
        OtlpTables tables = new OtlpTables();
        List<ProtoReader> profiles = new ArrayList<>();
        for (ProtoReader top = new ProtoReader(bytes); top.next(); ) {
            if (top.field() == Otlp.DATA_DICTIONARY) {
                tables.read(top.message(), bytes.length);
            } else if (top.field() == Otlp.DATA_RESOURCE_PROFILES) {
                for (ProtoReader resource = top.message(); resource.next(); ) {
                    if (resource.field() == Otlp.RESOURCE_PROFILES_SCOPE_PROFILES) {
                        scope(resource.message(), profiles);
                    }
                }
            }
        }
        if (profiles.isEmpty()) {
            throw new FormatException("OTLP: no profiles in the file");
        }
        return merged(profiles.stream().map(OtlpProfile::new).toList(), tables);
    }

    private static void scope(ProtoReader scope, List<ProtoReader> profiles) throws FormatException {
        while (scope.next()) {
            if (scope.field() == Otlp.SCOPE_PROFILES_PROFILES) {
                profiles.add(scope.message());
            }
        }
    }

    private static Profile merged(List<OtlpProfile> profiles, OtlpTables tables) throws IOException {
        List<ValueType> types = new ArrayList<>();
        @Nullable String text = null;
        for (OtlpProfile profile : profiles) {
            profile.readHead(tables);
            if (!types.contains(profile.valueType())) {
                types.add(profile.valueType());
            }
            text = text == null ? profile.header() : text;
        }
        HeaderReader header = text == null ? new HeaderReader() : HeaderReader.of(text);
        if (text == null) {
            OtlpProfile first = profiles.getFirst();
            header.tool(first.valueType().name());
            header.start(Nanos.of(first.startNanos()));
            header.duration(Math.max(0, first.durationNanos()));
        }
        header.valueTypes(types);
        ProfileBuilder builder = header.builder();
        for (OtlpProfile profile : profiles) {
            profile.addSamples(tables, builder, types.indexOf(profile.valueType()), types.size());
        }
        return builder.build();
    }
}
