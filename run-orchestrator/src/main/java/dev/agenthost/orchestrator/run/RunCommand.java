package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;

/** An event outside the runner's results that changes a run. */
public sealed interface RunCommand {
    /** The lease of the owner is dead. */
    record HostLost() implements RunCommand {}

    /** The owner stops and releases the run in order. */
    record HostStops() implements RunCommand {}

    /** The owner lost the connection to the runner. */
    record RunnerLost() implements RunCommand {}

    /** The owner could not start the run: the runner received nothing. */
    record NotStarted(FailureCode code) implements RunCommand {}

    /** The run exceeds its queue timeout; the code names the cause. */
    record QueueLimitPassed(FailureCode code) implements RunCommand {}

    /** A caller requested the cancellation. */
    record Cancelled() implements RunCommand {}

    /** The deadline passed. */
    record DeadlinePassed() implements RunCommand {}

    /** The deadline passed long ago, and the owner has not ended the run. */
    record Overrun() implements RunCommand {}

    /** The runs of the replica exceed the memory limit, and this run holds the most. */
    record Overloaded() implements RunCommand {}

    /** The stored row of the run cannot be read any more. */
    record Unreadable() implements RunCommand {}
}
