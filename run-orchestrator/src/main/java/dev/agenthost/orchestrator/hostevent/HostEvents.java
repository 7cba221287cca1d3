package dev.agenthost.orchestrator.hostevent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.ParentRun;
import dev.agenthost.protocol.id.EventId;
import java.time.Instant;

/** Builds the events by which a run is continued: in its conversation, on the surface of its event. */
public final class HostEvents {
    private HostEvents() {}

    /** Returns an event that the binding and the runner of the run answer. It has no actor and no fingerprint yet. */
    public static EventEnvelope continuing(
            ClaimedRun run, EventId eventId, String eventType, AgentInput input, ObjectNode data, Instant now) {
        EventEnvelope event = run.resolution().event();
        return new EventEnvelope(
                eventId,
                eventType,
                null,
                event.source(),
                null,
                event.workspaceId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                event.launcherType(),
                event.launcherId(),
                null,
                event.subject(),
                input,
                event.delivery(),
                null,
                data,
                event.adapter(),
                ParentRun.continued(
                        run.runId(),
                        run.binding().bindingId(),
                        run.binding().runnerId(),
                        run.lineage(),
                        event.parent()),
                "",
                now);
    }
}
