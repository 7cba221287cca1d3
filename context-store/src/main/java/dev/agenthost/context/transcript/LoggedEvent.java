package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as the log has it: what came in.
 *
 * @param transcriptSeq of the message that it became in the transcript; null where it is none
 * @param envelope without inline bytes
 */
public record LoggedEvent(
        @Nullable Long seq, Instant at, @Nullable Long transcriptSeq, JsonNode envelope) implements EventLogRecord {}
