package dev.agenthost.protocol.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A body and what its wrapping says about it. A bare body has no wrapping; a CloudEvent's attributes fill in what its data leave
 * out.
 *
 * @param body the JSON as it came, an envelope or the short form
 * @param externalId the sender's own id of the event, unique among the events of a bot; null where only the body can say
 * @param eventType what the event is, where the body does not say
 * @param time when it happened, where the body does not say
 * @param subjectId what it is about, where the body does not say
 * @param traceparent the trace it belongs to, unchecked
 */
public record InboundMessage(
        JsonNode body,
        @Nullable String externalId,
        @Nullable String eventType,
        @Nullable Instant time,
        @Nullable String subjectId,
        @Nullable String traceparent) {

    /** A body without wrapping. */
    public static InboundMessage bare(JsonNode body, @Nullable String traceparent) {
        return new InboundMessage(body, null, null, null, null, traceparent);
    }
}
