package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.protocol.id.StreamPosition;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A result of a run, or a receipt of its delivery, in the event log.
 *
 * @param kind a result or a receipt
 * @param type {@code run.failed}, for instance, or {@code delivery.delivered}
 * @param position of a result in its run
 * @param eventId the event that its run answers; null if unknown
 * @param data without inline bytes and large parts
 */
public record LoggedFact(
        Long seq,
        Instant at,
        LogKind kind,
        String type,
        UUID runId,
        @Nullable StreamPosition position,
        @Nullable String eventId,
        JsonNode data)
        implements EventLogRecord {
    private static final Pattern NAMED = Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(\\d{1,18})");

    /** Returns the id of a fact in its conversation. */
    public record Name(UUID runId, long seq) {
        /** Parses the id of a fact; empty for any other text. */
        public static Optional<Name> parse(String id) {
            Matcher parts = NAMED.matcher(id);
            return parts.matches()
                    ? Optional.of(new Name(UUID.fromString(parts.group(1)), Long.parseLong(parts.group(2))))
                    : Optional.empty();
        }

        @Override
        public String toString() {
            return runId + "/" + seq;
        }
    }

    public Name name() {
        return new Name(runId, seq);
    }
}
