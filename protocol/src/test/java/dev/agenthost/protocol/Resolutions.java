package dev.agenthost.protocol;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.EventEnvelope;
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
import dev.agenthost.protocol.run.UnboundReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.List;

/** Resolutions for tests. */
public final class Resolutions {
    public static final Instant RESOLVED_AT = Instant.parse("2026-11-21T10:00:00.005Z");
    public static final RunnerId ECHO = RunnerId.parse("plugin:agenthost/echo/default");

    private Resolutions() {}

    /** Answered by echo, all policies at their defaults. */
    public static Resolution bound(EventEnvelope event) {
        return bound(event, binding(ECHO));
    }

    public static Resolution bound(EventEnvelope event, BindingSnapshot binding) {
        return of(event, new ResolutionOutcome.Bound(binding));
    }

    public static Resolution unbound(EventEnvelope event) {
        return unbound(event, UnboundReason.NO_BINDING);
    }

    public static Resolution unbound(EventEnvelope event, UnboundReason reason) {
        return of(event, new ResolutionOutcome.Unbound(reason, "for a test"));
    }

    public static Resolution ambiguous(EventEnvelope event, String... candidates) {
        return of(event, new ResolutionOutcome.Ambiguous(List.of(candidates), "for a test"));
    }

    public static Resolution of(EventEnvelope event, ResolutionOutcome outcome) {
        int partition = event.conversationKey().partition();
        return new Resolution(
                RunIds.of(event.workspaceId(), event.eventId(), 0),
                0,
                event,
                new RecordPosition(Topics.EVENTS, partition, 42),
                RESOLVED_AT,
                outcome);
    }

    /** A binding to that runner, all policies at their defaults. */
    public static BindingSnapshot binding(RunnerId runner) {
        return binding(runner, TurnPolicy.SERIAL, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }

    public static BindingSnapshot binding(
            RunnerId runner, TurnPolicy turn, RetryPolicy retry, DeadlinePolicy deadline) {
        return new BindingSnapshot(
                "b1",
                1,
                "a1",
                1,
                runner,
                Fields.object(null),
                ResourcePolicy.defaults(),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                turn,
                retry,
                deadline);
    }
}
