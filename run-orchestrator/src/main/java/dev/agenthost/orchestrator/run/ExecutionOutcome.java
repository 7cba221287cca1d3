package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import org.jspecify.annotations.Nullable;

/** Outcome of an execution. */
public sealed interface ExecutionOutcome {
    /** By the runner's word. */
    record Completed(RunCompleted payload, @Nullable JsonNode usage) implements ExecutionOutcome {}

    /** By the runner's word, or by intake's ({@code runner.no_terminal}, {@code runner.protocol_error}, …). */
    record Failed(RunFailed payload) implements ExecutionOutcome {}

    /** The connection is gone. */
    record RunnerLost(String why) implements ExecutionOutcome {}

    /** Nothing reached the runner: no connection any more, or context-store is away. */
    record NotStarted(FailureCode code, String why) implements ExecutionOutcome {}

    /** The host is stopped: it lets go of the run while its runner is still at it. */
    record HostStops(String why) implements ExecutionOutcome {}

    /** context-store knows a higher attempt: the run is no longer ours. */
    record Superseded(String why) implements ExecutionOutcome {}
}
