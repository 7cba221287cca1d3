package dev.agenthost.platform.egress;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The outcome of reading a URL. */
public sealed interface WebAddress {
    /**
     * A URL that can be called.
     *
     * @param host a name, or an IP address without brackets
     */
    record Callable(URI uri, String host, int port, boolean tls) implements WebAddress {
        /** Returns path and query in the form of a request. */
        public String target() {
            String path = uri.getRawPath();
            String query = uri.getRawQuery();
            return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
        }

        /** Returns true for the same scheme, host and port: another port may be another program. */
        public boolean isSameOrigin(Callable other) {
            return tls == other.tls && port == other.port && host.equalsIgnoreCase(other.host);
        }
    }

    /** Not an absolute http or https address of a host, or one with credentials in it. */
    record Invalid(String why) implements WebAddress {}

    /** Reads a URL. */
    static WebAddress read(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return new Invalid("not an address");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("https");
        if (!tls && !scheme.equals("http")) {
            return new Invalid("the scheme must be http or https");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65535) {
            return new Invalid("the host is missing or the port is invalid");
        }
        if (uri.getRawUserInfo() != null) {
            return new Invalid("the address must not contain credentials");
        }
        String host = uri.getHost().startsWith("[")
                ? uri.getHost().substring(1, uri.getHost().length() - 1)
                : uri.getHost();
        if (!Spelling.isPlain(host)) {
            return new Invalid("the spelling of the host is not supported");
        }
        return new Callable(uri, host, uri.getPort() > 0 ? uri.getPort() : tls ? 443 : 80, tls);
    }

    /** The accepted spelling of hosts: one address has many, and libraries differ in how they read the unusual ones. */
    final class Spelling {
        private static final Pattern OCTET = Pattern.compile("0|[1-9]\\d{0,2}");
        private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

        private Spelling() {}

        /** Returns true for a host without a zone and a final dot, whose last label is a number only in four decimal octets. */
        static boolean isPlain(String host) {
            if (host.isEmpty() || host.endsWith(".") || host.indexOf('%') >= 0) {
                return false;
            }
            if (host.indexOf(':') >= 0) {
                return true;
            }
            String[] labels = host.split("\\.", -1);
            return !NUMBER.matcher(labels[labels.length - 1]).matches() || isQuad(labels);
        }

        private static boolean isQuad(String[] labels) {
            for (String label : labels) {
                if (!OCTET.matcher(label).matches() || Integer.parseInt(label) > 255) {
                    return false;
                }
            }
            return labels.length == 4;
        }
    }
}
