package dev.agenthost.sdk.harness.mcp;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the origin of a request by its headers. A page in a browser on this machine can send requests to any port of it, also
 * under a name that its owner resolves to this machine; {@code Host} and {@code Origin} reveal that.
 */
record OriginCheck(int port) {
    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "[::1]");

    boolean isForUs(@Nullable String host) {
        return host != null && HERE.stream().anyMatch(name -> host.equalsIgnoreCase(name + ":" + port));
    }

    /**
     * Returns true if there is no origin or each is local. No browser needs this server, but a harness built on one may send its
     * origin.
     */
    boolean isFromHere(@Nullable List<String> origins) {
        if (origins == null) {
            return true;
        }
        return origins.stream().allMatch(OriginCheck::isLocal);
    }

    /** The token of {@code Authorization: Bearer}; null if there is none. */
    static @Nullable String token(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return null;
        }
        return authorization.substring(7).strip();
    }

    private static boolean isLocal(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host != null && HERE.contains(host.toLowerCase(java.util.Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
