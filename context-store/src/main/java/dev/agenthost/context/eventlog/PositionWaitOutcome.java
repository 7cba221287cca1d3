package dev.agenthost.context.eventlog;

/** Whether all positions of a question were applied in time. */
public enum PositionWaitOutcome {
    YES,
    NOT_YET
}
