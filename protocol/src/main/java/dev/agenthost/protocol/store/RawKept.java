package dev.agenthost.protocol.store;

import org.jspecify.annotations.Nullable;

/**
 * What became of a payload.
 *
 * @param artifactId null where none is kept: its event was erased, or was logged before and its payload has outlived its time
 */
public record RawKept(@Nullable String artifactId) {}
