package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import org.jspecify.annotations.Nullable;

/** Outcome of an execution. */
public sealed interface ExecutionOutcome {
    /** Reported by the runner. */
    record Completed(RunCompleted payload, @Nullable JsonNode usage) implements ExecutionOutcome {}

    /** Reported by the runner or by intake ({@code runner.no_terminal}, {@code runner.protocol_error}, …). */
    record Failed(RunFailed payload) implements ExecutionOutcome {}

    /** The connection is lost. */
    record RunnerLost(String why) implements ExecutionOutcome {}

    /** The runner received nothing: it is not connected, or context-store is unavailable. */
    record NotStarted(FailureCode code, String why) implements ExecutionOutcome {}

    /** The host is stopped: it releases the run although its runner still works. */
    record HostStops(String why) implements ExecutionOutcome {}

    /** context-store has a higher attempt: this replica no longer owns the run. */
    record Superseded(String why) implements ExecutionOutcome {}
}
