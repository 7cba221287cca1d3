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
 * What a caller gets before anything has run, and gets again for the same event.
 *
 * @param eventId of the event
 * @param runId of the run that will answer it, or that will say why nobody does
 * @param stream path of the live stream, with a token that opens this stream only
 * @param raw what became of the platform's own payload, in a word; null where the event came with none
 * @param warnings what of the body was not understood, a sentence each; null where all was
 */
public record Acceptance(
        EventId eventId,
        RunId runId,
        String stream,
        @Nullable String raw,
        @Nullable List<String> warnings) {

    /** @param validFor how long the stream may be opened; a stream that is open goes on */
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

    /** The same, with what became of the payload that the event came with. */
    public Acceptance telling(RawPayloadOutcome outcome) {
        return outcome instanceof RawPayloadOutcome.Nothing
                ? this
                : new Acceptance(eventId, runId, stream, outcome.word(), warnings);
    }

    /** The same, with what of the body was not understood. */
    public Acceptance warning(List<String> unknown) {
        return unknown.isEmpty() ? this : new Acceptance(eventId, runId, stream, raw, List.copyOf(unknown));
    }
}
