package dev.agenthost.orchestrator.timer;

import java.time.Instant;

/** The result of setting a timer. */
public sealed interface TimerOutcome {
    /** The timer is set; a repetition does not change the time at which it is due. */
    record Due(Instant at) implements TimerOutcome {}

    /** A timer with that id has fired. */
    record Fired() implements TimerOutcome {}

    record TooMany(int most) implements TimerOutcome {}
}
