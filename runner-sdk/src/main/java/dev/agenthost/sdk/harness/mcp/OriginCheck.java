package dev.agenthost.sdk.harness.mcp;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who comes to the door, judged by headers alone. A page in a browser on this machine can send requests to any port of it, also under a
 * name that its owner pointed here: that is seen by {@code Host} and {@code Origin}.
 */
record OriginCheck(int port) {
    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "[::1]");

    boolean isForUs(@Nullable String host) {
        return host != null && HERE.stream().anyMatch(name -> host.equalsIgnoreCase(name + ":" + port));
    }

    /** No browser has business here, but a harness that is one inside may name itself. */
    boolean isFromHere(@Nullable List<String> origins) {
        if (origins == null) {
            return true;
        }
        return origins.stream().allMatch(OriginCheck::isLocal);
    }

    /** The token of {@code Authorization: Bearer}; null where there is none. */
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
