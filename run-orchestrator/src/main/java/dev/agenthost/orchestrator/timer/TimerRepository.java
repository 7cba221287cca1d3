package dev.agenthost.orchestrator.timer;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Stores timers: events of the host that are published when they are due. Every method fails if the database is unavailable. */
public interface TimerRepository {
    /** The most timers of a chain that are set at one time. */
    int MOST_OF_CHAIN = 100;

    /** Sets a timer unless the chain has one with that event. */
    Uni<TimerOutcome> set(RunId origin, EventEnvelope event, Duration delay);

    /** @return false if the timer is unknown or has fired */
    Uni<Boolean> cancel(String workspaceId, RunId origin, EventId event);
}
