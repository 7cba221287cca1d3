package dev.agenthost.delivery.webhook;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * Which addresses a webhook may have. A binding's author must not reach through us what only our network can reach.
 *
 * @param allowPrivate lets webhooks go to loopback and private networks: for one machine, or where the receivers are inside
 */
public record AddressRules(boolean allowPrivate) {

    /** What the text of an address says. */
    public sealed interface Reading {
        /** An address that can be called. */
        record Callable(URI uri, String host, int port, boolean tls) implements Reading {}

        /** Not an absolute http or https address of a host, or one with credentials in it. */
        record Invalid(String why) implements Reading {}
    }

    /** Reads the text of an address. */
    public static Reading read(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return new Reading.Invalid("not an address");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("https");
        if (!tls && !scheme.equals("http")) {
            return new Reading.Invalid("neither http nor https");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65535) {
            return new Reading.Invalid("no host, or no such port");
        }
        if (uri.getRawUserInfo() != null) {
            return new Reading.Invalid("credentials in the address");
        }
        String host = uri.getHost().startsWith("[")
                ? uri.getHost().substring(1, uri.getHost().length() - 1)
                : uri.getHost();
        int port = uri.getPort() > 0 ? uri.getPort() : tls ? 443 : 80;
        return new Reading.Callable(uri, host, port, tls);
    }

    /** True when every address of the host may be called: one bad one is enough to refuse it. */
    public boolean allows(List<InetAddress> addresses) {
        return !addresses.isEmpty() && (allowPrivate || addresses.stream().allMatch(AddressRules::isPublic));
    }

    static boolean isPublic(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isMulticastAddress()
                && (address instanceof Inet6Address v6 ? isPublic6(v6.getAddress()) : isPublic4(address.getAddress()));
    }

    /** Beside what the JDK knows: this network, shared (RFC 6598), IETF, benchmark and reserved ranges. */
    private static boolean isPublic4(byte[] b) {
        int first = b[0] & 0xff;
        int second = b[1] & 0xff;
        return first != 0
                && first < 240
                && !(first == 100 && second >= 64 && second < 128)
                && !(first == 192 && second == 0 && (b[2] & 0xff) == 0)
                && !(first == 198 && (second == 18 || second == 19));
    }

    /** Only 2000::/3 is routed; in it, 2002::/16 and 2001:0::/32 embed IPv4 addresses, as does 64:ff9b::/96 outside it. */
    private static boolean isPublic6(byte[] b) {
        int first = (b[0] & 0xff) << 8 | b[1] & 0xff;
        int second = (b[2] & 0xff) << 8 | b[3] & 0xff;
        return (first & 0xe000) == 0x2000 && first != 0x2002 && !(first == 0x2001 && second == 0);
    }
}
