package dev.agenthost.context.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as the log has it.
 *
 * @param seq its number in its conversation; null outside any
 * @param at when the host took it
 * @param envelope without inline bytes
 */
public record LoggedEvent(@Nullable Long seq, Instant at, JsonNode envelope) {}
