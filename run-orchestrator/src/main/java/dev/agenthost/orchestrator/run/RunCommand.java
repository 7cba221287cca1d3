package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;

/** What happens to a run from outside, other than its runner's word. */
public sealed interface RunCommand {
    /** The lease of its owner is dead. */
    record HostLost() implements RunCommand {}

    /** Its owner is stopped, and gives it up in order. */
    record HostStops() implements RunCommand {}

    /** Its owner lost the connection to the runner. */
    record RunnerLost() implements RunCommand {}

    /** Its owner could not start it: nothing reached the runner. */
    record NotStarted(FailureCode code) implements RunCommand {}

    /** It waited in the queue as long as it may, held up by this. */
    record QueueLimitPassed(FailureCode code) implements RunCommand {}

    /** Somebody asked for it to end. */
    record Cancelled() implements RunCommand {}

    /** It ran as long as it may. */
    record DeadlinePassed() implements RunCommand {}

    /** Its deadline passed long ago, and whoever holds it has not ended it. */
    record Overrun() implements RunCommand {}

    /** More of it and of others is held in memory than there may be, and most of it is its own. */
    record Overloaded() implements RunCommand {}

    /** What the ledger keeps of it cannot be read any more. */
    record Unreadable() implements RunCommand {}
}
