package dev.agenthost.protocol.event;

import org.jspecify.annotations.Nullable;

/** Where the platform's own payload is kept; it is too large, or too private, to travel (spec 000 §5.4). */
public record RawEventRef(
        @Nullable String artifactId, @Nullable String storageKey) {}
