package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A body with the attributes of its wrapping. A bare body has no wrapping. Attributes of a CloudEvent supply members that its
 * data omit.
 *
 * @param body the received JSON, an envelope or the short form
 * @param externalId the sender's own id of the event, unique among the events of a bot; null without a wrapping
 * @param eventType the type if the body has none
 * @param time the time of the event if the body has none
 * @param subjectId the subject's id if the body has none
 * @param traceparent the trace of the event, not validated
 */
public record InboundMessage(
        JsonNode body,
        @Nullable String externalId,
        @Nullable String eventType,
        @Nullable Instant time,
        @Nullable String subjectId,
        @Nullable String traceparent) {

    /** Wraps a bare body. */
    public static InboundMessage bare(JsonNode body, @Nullable String traceparent) {
        return new InboundMessage(body, null, null, null, null, traceparent);
    }
}
