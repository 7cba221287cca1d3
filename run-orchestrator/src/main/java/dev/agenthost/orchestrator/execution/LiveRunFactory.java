package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ResultSink;
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

    /** @param backlog of the connection that the run has its slot on */
    LiveRun create(
            ClaimedRun run, RunSession session, ResultIntake intake, Backlog backlog, RunSlot slot, ResultSink sink) {
        StreamMachine machine = new StreamMachine(new Inbox(intake, new ResultRateLimiter(rate, clock.nanos())));
        return new LiveRun(run, session, machine, backlog, slot, sink, effects, sessions, buffer, clock);
    }
}
