package dev.agenthost.protocol.store;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of storing a payload.
 *
 * @param artifactId null if none is stored: the event was erased, or was logged before and its payload has expired
 */
public record RawPayloadStored(@Nullable String artifactId) {}
