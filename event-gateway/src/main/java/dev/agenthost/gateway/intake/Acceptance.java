package dev.agenthost.gateway.intake;

import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.security.StreamToken;
import dev.agenthost.protocol.security.StreamTokenCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a caller before the run starts, equal for a repeated event.
 *
 * @param eventId of the event
 * @param runId of the run that will answer the event, or report why it has no answer
 * @param stream path of the live stream, with a token for this stream only
 * @param raw outcome of the platform's own payload, in a word; null if the event has none
 * @param warnings a sentence for each unrecognised part of the body; null if there is none
 */
public record Acceptance(
        EventId eventId,
        RunId runId,
        String stream,
        @Nullable String raw,
        @Nullable List<String> warnings) {

    /** @param validFor time within which the stream may be opened; an open stream continues */
    public static Acceptance of(EventEnvelope envelope, StreamTokenCodec tokens, Instant now, Duration validFor) {
        RunId runId = RunIds.of(envelope.workspaceId(), envelope.eventId(), 0);
        StreamToken token = new StreamToken(
                envelope.workspaceId(),
                runId,
                envelope.conversationKey().partition(),
                now.plus(validFor),
                envelope.fingerprint());
        return new Acceptance(
                envelope.eventId(), runId, "/api/v1/runs/" + runId + "/stream?token=" + tokens.sign(token), null, null);
    }

    /** Returns the same answer with the outcome of the event's payload. */
    public Acceptance telling(RawPayloadOutcome outcome) {
        return outcome instanceof RawPayloadOutcome.Nothing
                ? this
                : new Acceptance(eventId, runId, stream, outcome.word(), warnings);
    }

    /** Returns the same answer with warnings about unrecognised parts of the body. */
    public Acceptance warning(List<String> unknown) {
        return unknown.isEmpty() ? this : new Acceptance(eventId, runId, stream, raw, List.copyOf(unknown));
    }
}
