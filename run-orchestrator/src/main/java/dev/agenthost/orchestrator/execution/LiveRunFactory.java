package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.lifecycle.attempt.Inbox;
import dev.agenthost.orchestrator.lifecycle.attempt.ResultRateLimiter;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.wire.Backlog;

/** Makes the {@link LiveRun} of each run that is dispatched. */
public final class LiveRunFactory {
    private final EffectRunner effects;
    private final RunSessionRegistry sessions;
    private final BufferBudget buffer;
    private final ResultRateLimiter.Rate rate;
    private final RunClock clock;

    /** @param rate at which results of one run are taken */
    public LiveRunFactory(
            EffectRunner effects,
            RunSessionRegistry sessions,
            BufferBudget buffer,
            ResultRateLimiter.Rate rate,
            RunClock clock) {
        this.effects = effects;
        this.sessions = sessions;
        this.buffer = buffer;
        this.rate = rate;
        this.clock = clock;
    }

    /** @param backlog of the connection with the slot of the run */
    LiveRun create(ClaimedRun run, RunSession session, Backlog backlog, RunSlot slot, RunInputs inputs) {
        return new LiveRun(run, session, backlog, slot, inputs, effects, sessions, buffer, clock);
    }

    /** Makes the inbox of a run, for the items of its runner. */
    Inbox inbox(ResultIntake intake) {
        return new Inbox(intake, new ResultRateLimiter(rate, clock.nanos()));
    }
}
