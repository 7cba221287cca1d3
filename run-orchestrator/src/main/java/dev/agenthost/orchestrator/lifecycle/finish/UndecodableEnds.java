package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.protocol.run.RetryPolicy;
import java.time.InstantSource;

/** Ends unreadable runs as {@code run.undecodable}. */
public final class UndecodableEnds implements UnreadableRunListener {
    private final Finisher finisher;
    private final InstantSource clock;

    public UndecodableEnds(Finisher finisher, InstantSource clock) {
        this.finisher = finisher;
        this.clock = clock;
    }

    @Override
    public void found(UnreadableRun run) {
        if (RunDecider.decide(run.state(), RetryPolicy.NEVER, new RunCommand.Unreadable())
                instanceof RunDecision.End end) {
            finisher.finish(RunTerminationFactory.undecodable(run, end, clock.instant()))
                    .subscribe()
                    .with(stored -> {}, why -> {});
        }
    }
}
