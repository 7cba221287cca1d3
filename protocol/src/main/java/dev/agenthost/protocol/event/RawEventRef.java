package dev.agenthost.protocol.event;

import org.jspecify.annotations.Nullable;

/** Reference to the platform's own payload, which is too large or too private for the envelope (spec 000 §5.4). */
public record RawEventRef(
        @Nullable String artifactId, @Nullable String storageKey) {}
