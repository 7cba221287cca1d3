package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.Fingerprint;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Creates the record to publish and the row to store from an outcome. */
public final class ResolutionRecords {
    private ResolutionRecords() {}

    /** @param traceparent of the event's record, copied */
    public static ResolutionRow row(
            EventEnvelope event,
            RecordPosition position,
            ResolutionOutcome outcome,
            Instant now,
            @Nullable String traceparent) {
        Resolution resolution =
                new Resolution(RunIds.of(event.workspaceId(), event.eventId(), 0), 0, event, position, now, outcome);
        return new ResolutionRow(
                resolution,
                event.fingerprint().isEmpty() ? Fingerprint.of(event) : event.fingerprint(),
                EventAge.keepUntil(event, now),
                record(resolution, traceparent));
    }

    private static OutboundRecord record(Resolution resolution, @Nullable String traceparent) {
        ConversationKey key = resolution.event().conversationKey();
        return new OutboundRecord(
                Topics.RUN_REQUESTS,
                key.partition(),
                key.value(),
                ProtocolCodec.encode(resolution),
                CloudEventHeaders.of(
                        CloudEventHeaders.RESOLUTION_TYPE,
                        resolution.runId().toString(),
                        OutboundRecord.SOURCE,
                        resolution.resolvedAt(),
                        resolution.event().workspaceId(),
                        traceparent));
    }
}
