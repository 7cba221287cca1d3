package dev.agenthost.delivery.surface.discord;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The buckets of the routes, as the answers of this replica named them. Several routes may have one bucket together. */
final class DiscordBuckets {
    private final Map<DiscordRoute, String> byRoute = new ConcurrentHashMap<>();

    /** @param bucket null for an answer without one */
    void learn(DiscordRoute route, @Nullable String bucket) {
        if (bucket != null) {
            byRoute.put(route, bucket);
        }
    }

    /** Returns the routes that have the bucket of this one; at least itself. */
    Set<DiscordRoute> sharing(DiscordRoute route) {
        String bucket = byRoute.get(route);
        return bucket == null
                ? Set.of(route)
                : byRoute.entrySet().stream()
                        .filter(entry -> entry.getValue().equals(bucket))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toUnmodifiableSet());
    }
}
