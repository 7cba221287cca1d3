package dev.agenthost.orchestrator.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import org.jspecify.annotations.Nullable;

/** How an execution ended. */
public sealed interface Ending {
    /** By the runner's word. */
    record Completed(RunCompleted payload, @Nullable JsonNode usage) implements Ending {}

    /** By the runner's word, or by intake's ({@code runner.no_terminal}, {@code runner.protocol_error}, …). */
    record Failed(RunFailed payload) implements Ending {}

    /** The connection is gone. */
    record RunnerLost(String why) implements Ending {}

    /** Nothing reached the runner: no connection any more, or context-store is away. */
    record NotStarted(FailureCode code, String why) implements Ending {}

    /** The host is stopped: it lets go of the run while its runner is still at it. */
    record HostStops(String why) implements Ending {}

    /** context-store knows a higher attempt: the run is no longer ours. */
    record Superseded(String why) implements Ending {}
}
