package dev.agenthost.context.eventlog;

/** Outcome of a wait for the positions of a request: all applied in time, or not yet. */
public enum PositionWaitOutcome {
    YES,
    NOT_YET
}
