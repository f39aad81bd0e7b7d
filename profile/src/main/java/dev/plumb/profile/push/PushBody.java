package dev.plumb.profile.push;

import dev.plumb.profile.Profile;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.format.Formats;
import dev.plumb.profile.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/// What is sent: address, type, encoding and bytes.
final class PushBody {
    private static final String BOUNDARY = "plumb-7d3f0b2c9a5e4816";

    private final URI uri;
    private final String contentType;
    private final String encoding;
    private final byte[] bytes;

    private PushBody(URI uri, String contentType, String encoding, byte[] bytes) {
        this.uri = uri;
        this.contentType = contentType;
        this.encoding = encoding;
        this.bytes = bytes;
    }

    URI uri() {
        return uri;
    }

    String contentType() {
        return contentType;
    }

    /// The content encoding, or an empty string.
    String encoding() {
        return encoding;
    }

    int size() {
        return bytes.length;
    }

    HttpRequest.BodyPublisher publisher() {
        return HttpRequest.BodyPublishers.ofByteArray(bytes);
    }

    static PushBody of(Profile profile, PushTarget target) throws IOException {
        return switch (target.kind()) {
            case PYROSCOPE -> pyroscope(profile, target.uri());
            case OTLP -> otlp(profile, target.uri());
            case PPROF -> new PushBody(target.uri(), "application/octet-stream", "", pprof(profile));
        };
    }

    private static byte[] pprof(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Formats.PPROF.writer().write(profile, out);
        return out.toByteArray();
    }

    private static PushBody otlp(Profile profile, URI uri) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            Formats.OTLP.writer().write(profile, zip);
        }
        return new PushBody(uri, "application/x-protobuf", "gzip", out.toByteArray());
    }

    /// A form with the profile, gzipped already as pprof is, and how to show its value types.
    private static PushBody pyroscope(Profile profile, URI uri) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        part(out, "profile", "profile.pb.gz", "application/octet-stream", pprof(profile));
        part(out, "sample_type_config", "sample_type_config.json", "application/json", sampleTypes(profile));
        out.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return new PushBody(ingest(profile, uri), "multipart/form-data; boundary=" + BOUNDARY, "", out.toByteArray());
    }

    private static void part(ByteArrayOutputStream out, String name, String file, String type, byte[] content)
            throws IOException {
        String head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + file
                + "\"\r\nContent-Type: " + type + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] sampleTypes(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter json = new JsonWriter(out).beginObject();
        for (ValueType type : profile.valueTypes()) {
            json.name(type.name()).beginObject();
            json.field("units", type.isCount() ? "samples" : type.unit()).field("aggregation", "sum");
            json.field("display-name", type.name()).field("sampled", false).endObject();
        }
        json.endObject().flush();
        return out.toByteArray();
    }

    /// Adds the name and the time to the address, unless the user gave a name.
    private static URI ingest(Profile profile, URI uri) {
        String given = uri.getRawQuery() == null ? "" : uri.getRawQuery() + "&";
        StringBuilder query = new StringBuilder(given);
        if (!given.startsWith("name=") && !given.contains("&name=")) {
            String host = profile.host().getOrDefault("name", "");
            String labels = host.isEmpty() ? "" : "{hostname=" + host.replaceAll("[^\\w.-]", "_") + "}";
            query.append("name=")
                    .append(encoded("plumb." + profile.tool() + labels))
                    .append('&');
        }
        query.append("from=").append(profile.start().getEpochSecond());
        query.append("&until=")
                .append(Math.max(
                        profile.start().getEpochSecond() + 1, profile.end().getEpochSecond()));
        query.append("&spyName=plumb&format=pprof");
        String base = uri.toString();
        int mark = base.indexOf('?');
        return URI.create((mark < 0 ? base : base.substring(0, mark)) + "?" + query);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
