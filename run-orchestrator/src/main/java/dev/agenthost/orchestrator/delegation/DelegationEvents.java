package dev.agenthost.orchestrator.delegation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostevent.HostEvents;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.ParentRun;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.UuidV5;
import java.time.Instant;
import java.util.UUID;

/** Builds the events of a delegation. Their ids depend on the chain that delegates and on the name of the delegation alone. */
final class DelegationEvents {
    private static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "delegations.agenthost.dev");

    private DelegationEvents() {}

    /** Returns the event that the other agent answers: in a conversation of its own, for the same actor. */
    static EventEnvelope requested(ClaimedRun run, DelegationRequest request, Instant now) {
        EventEnvelope event = run.resolution().event();
        EventId eventId = id(run, request, "requested");
        RunId delegated = RunIds.of(event.workspaceId(), eventId, 0);
        ObjectNode data = request.data().deepCopy();
        data.put("delegation_id", request.delegation().delegationId());
        data.put("delegated_by_run_id", run.runId().toString());
        return new EventEnvelope(
                        eventId,
                        EventTypes.DELEGATION_REQUESTED,
                        now.getEpochSecond(),
                        TriggerSource.SYSTEM,
                        null,
                        event.workspaceId(),
                        event.botId(),
                        "delegation:" + delegated,
                        null,
                        event.launcherType(),
                        event.launcherId(),
                        event.actor(),
                        null,
                        request.input(),
                        DeliveryContext.streaming(DeliveryContext.DELEGATION),
                        null,
                        data,
                        event.adapter(),
                        ParentRun.delegated(
                                run.runId(),
                                run.binding().bindingId(),
                                run.binding().runnerId(),
                                run.lineage().child(delegated),
                                request.delegation()),
                        "",
                        now)
                .fingerprinted();
    }

    /** Returns the event that continues the delegating runner when the delegated run has ended. */
    static EventEnvelope completed(ClaimedRun run, DelegationRequest request, RunId delegated, Instant now) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("delegation_id", request.delegation().delegationId());
        data.put("delegated_run_id", delegated.toString());
        return HostEvents.continuing(
                        run,
                        id(run, request, "completed"),
                        EventTypes.DELEGATION_COMPLETED,
                        AgentInput.empty(),
                        data,
                        now)
                .fingerprinted();
    }

    private static EventId id(ClaimedRun run, DelegationRequest request, String kind) {
        return new EventId(UuidV5.of(
                NAMESPACE,
                run.lineage().originRunId() + "/" + kind + "/"
                        + request.delegation().delegationId()));
    }
}
