package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;

/** An event outside the runner's results that changes a run. */
public sealed interface RunCommand {
    /** The lease of its owner is dead. */
    record HostLost() implements RunCommand {}

    /** Its owner is stopped, and gives it up in order. */
    record HostStops() implements RunCommand {}

    /** Its owner lost the connection to the runner. */
    record RunnerLost() implements RunCommand {}

    /** Its owner could not start it: nothing reached the runner. */
    record NotStarted(FailureCode code) implements RunCommand {}

    /** Its time in the queue is over; this code held it up. */
    record QueueLimitPassed(FailureCode code) implements RunCommand {}

    /** A caller requested its cancellation. */
    record Cancelled() implements RunCommand {}

    /** Its deadline passed. */
    record DeadlinePassed() implements RunCommand {}

    /** Its deadline passed long ago, and its owner has not ended it. */
    record Overrun() implements RunCommand {}

    /** The runs of the replica exceed the memory limit, and this run holds the most. */
    record Overloaded() implements RunCommand {}

    /** The stored row of the run cannot be read any more. */
    record Unreadable() implements RunCommand {}
}
