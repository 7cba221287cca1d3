package dev.agenthost.orchestrator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.UUID;

/** Events, bindings and claimed runs for tests. */
public final class ClaimedRuns {
    public static final RunnerId PROBE = RunnerId.parse("plugin:peer/probe-runner/default");
    public static final String WORKSPACE = "ws-1";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ClaimedRuns() {}

    /** The message of the recorded session. */
    public static EventEnvelope message() {
        return message("conv-1");
    }

    public static EventEnvelope message(String conversationId) {
        return new EventEnvelope(
                new EventId(UUID.randomUUID()),
                "message.received",
                1795219976L,
                TriggerSource.API,
                null,
                WORKSPACE,
                "bot-1",
                conversationId,
                null,
                "person",
                "u1",
                ActorContext.user("u1", "User"),
                new SubjectContext("message", "m1", JSON.objectNode()),
                AgentInput.text("proxy-all"),
                DeliveryContext.streaming("api"),
                null,
                JSON.objectNode(),
                AdapterContext.empty(),
                "",
                Instant.now());
    }

    /** An event outside any conversation, without actor and subject. */
    public static EventEnvelope schedule() {
        EventEnvelope message = message();
        return new EventEnvelope(
                message.eventId(),
                "schedule.triggered",
                message.eventTime(),
                TriggerSource.SCHEDULER,
                null,
                WORKSPACE,
                "bot-1",
                null,
                null,
                null,
                null,
                null,
                null,
                AgentInput.empty(),
                message.delivery(),
                null,
                JSON.objectNode(),
                AdapterContext.empty(),
                "",
                message.receivedAt());
    }

    public static BindingSnapshot binding() {
        return binding(ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), JSON.objectNode());
    }

    public static BindingSnapshot binding(
            ResourcePolicy resources, StatePolicy state, DeliveryPolicy delivery, ObjectNode config) {
        return new BindingSnapshot(
                "b1",
                1,
                "a1",
                1,
                PROBE,
                config,
                resources,
                state,
                delivery,
                TurnPolicy.SERIAL,
                RetryPolicy.NEVER,
                DeadlinePolicy.defaults());
    }

    public static ClaimedRun claimed() {
        return claimed(message(), binding(), 1, Instant.now().plusSeconds(60));
    }

    public static ClaimedRun claimed(EventEnvelope event, BindingSnapshot binding, int attempt, Instant deadlineAt) {
        Resolution resolution = new Resolution(
                RunIds.of(WORKSPACE, event.eventId(), 0),
                0,
                event,
                new RecordPosition("agent.events", 3, 42),
                Instant.now(),
                new ResolutionOutcome.Bound(binding));
        return new ClaimedRun(
                resolution,
                attempt,
                Instant.now(),
                deadlineAt,
                new RecordPosition("agent.run-results", 3, 7),
                "0af7651916cd43dd8448eb211c80319c");
    }
}
