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
 * What a run did, or what became of its delivery, as the log has it.
 *
 * @param kind a result or a receipt
 * @param type {@code run.failed}, for instance, or {@code delivery.delivered}
 * @param position of a result in its run
 * @param eventId the event that its run answers, where that is known
 * @param data without inline bytes, and without what may be large
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

    /** A fact's name in its conversation. */
    public record Name(UUID runId, long seq) {
        /** Empty for what names an event, or nothing. */
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
