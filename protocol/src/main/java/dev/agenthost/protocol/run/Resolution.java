package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;

/**
 * The binding that answers an event, or the reason for none ({@code agent.run-requests}). A bound one is the run
 * request: it holds all data of the run, which makes the run reproducible.
 *
 * @param rerun 0, unless the event is deliberately run again
 * @param eventPosition of the event's record, for read-after-write
 */
public record Resolution(
        RunId runId,
        int rerun,
        EventEnvelope event,
        RecordPosition eventPosition,
        Instant resolvedAt,
        ResolutionOutcome outcome) {
    public Resolution {
        Fields.required(runId, "run_id");
        Fields.within(rerun, 0, Integer.MAX_VALUE, "rerun");
        Fields.required(event, "event");
        Fields.required(eventPosition, "event_position");
        Fields.required(resolvedAt, "resolved_at");
        Fields.required(outcome, "outcome");
    }
}
