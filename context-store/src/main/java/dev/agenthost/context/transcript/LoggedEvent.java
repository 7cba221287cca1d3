package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An incoming event in the log.
 *
 * @param transcriptSeq number of its message in the transcript; null if it has none
 * @param envelope without inline bytes
 */
public record LoggedEvent(
        @Nullable Long seq, Instant at, @Nullable Long transcriptSeq, JsonNode envelope) implements EventLogRecord {}
