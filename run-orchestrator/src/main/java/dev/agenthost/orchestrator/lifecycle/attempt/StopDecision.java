package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.run.RetryPolicy;

/** Decision about a run with a known outcome, once no pending step can change the outcome. Pure. */
sealed interface StopDecision {
    /** The run ends with its outcome. */
    record End(ExecutionOutcome outcome) implements StopDecision {}

    /** The run is requeued. */
    record Retry(RunDecision.Requeue how) implements StopDecision {}

    /** The run is another replica's. */
    record Abandon(String why) implements StopDecision {}

    static StopDecision of(ExecutionOutcome outcome, RunState.Running held, RetryPolicy policy) {
        return switch (outcome) {
            case ExecutionOutcome.Completed completed -> new End(completed);
            case ExecutionOutcome.Failed failed -> new End(failed);
            case ExecutionOutcome.RunnerLost lost -> of(new RunCommand.RunnerLost(), lost.why(), held, policy);
            case ExecutionOutcome.HostStops stops -> of(new RunCommand.HostStops(), stops.why(), held, policy);
            case ExecutionOutcome.NotStarted not -> of(new RunCommand.NotStarted(not.code()), not.why(), held, policy);
            case ExecutionOutcome.Superseded superseded -> new Abandon(superseded.why());
        };
    }

    private static StopDecision of(RunCommand command, String why, RunState.Running held, RetryPolicy policy) {
        return switch (RunDecider.decide(held, policy, command)) {
            case RunDecision.Requeue how -> new Retry(how);
            case RunDecision.End end -> new End(new ExecutionOutcome.Failed(RunFailed.of(end.code(), why)));
            case RunDecision.Nothing nothing -> new Abandon("the command does not concern the run");
        };
    }
}
