package dev.plumb.profile.push;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Where a profile is sent, and in which way.
///
/// @param uri the address, `http` or `https`
public record PushTarget(Kind kind, URI uri) {
    private static final String INGEST = "/ingest";
    private static final String OTLP_PATH = "/v1development/profiles";

    /// The ways of sending.
    public enum Kind {
        /// Pyroscope's `/ingest`: pprof in a form.
        PYROSCOPE,
        /// OTLP over HTTP: protobuf to `/v1development/profiles`.
        OTLP,
        /// Pprof as the body of a POST.
        PPROF
    }

    /// Understands what a user types.
    ///
    /// With `pyroscope+` or `otlp+` before `http://host:4040`, the way is told and the path may be left out. A
    /// plain address is taken for Pyroscope if its path ends in `/ingest`, for OTLP if it ends in
    /// `/v1development/profiles`; any other gets pprof.
    public static PushTarget of(String text) throws IOException {
        try {
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.startsWith("pyroscope+")) {
                return of(Kind.PYROSCOPE, text.substring("pyroscope+".length()), INGEST);
            }
            if (lower.startsWith("otlp+")) {
                return of(Kind.OTLP, text.substring("otlp+".length()), OTLP_PATH);
            }
            return of(Kind.PPROF, text, "");
        } catch (URISyntaxException e) {
            throw new IOException("push to " + text + ": not an address: " + e.getReason(), e);
        }
    }

    private static PushTarget of(Kind kind, String address, String path) throws URISyntaxException, IOException {
        URI uri = new URI(address);
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new IOException("push to " + address + ": not an address such as http://host:4040,"
                    + " otlp+http://host:4318 or pyroscope+https://host");
        }
        String given = uri.getPath() == null ? "" : uri.getPath();
        if (kind == Kind.PPROF) {
            Kind told = given.endsWith(INGEST) ? Kind.PYROSCOPE : given.endsWith(OTLP_PATH) ? Kind.OTLP : Kind.PPROF;
            return new PushTarget(told, uri);
        }
        String whole = given.endsWith(path)
                ? given
                : (given.endsWith("/") ? given.substring(0, given.length() - 1) : given) + path;
        URI full =
                new URI(uri.getScheme(), uri.getUserInfo(), uri.getHost(), uri.getPort(), whole, uri.getQuery(), null);
        return new PushTarget(kind, full);
    }

    /// The address without what may be secret in it, for messages.
    public String shown() {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return uri.getScheme() + "://" + uri.getHost() + port + (uri.getPath() == null ? "" : uri.getPath());
    }
}
