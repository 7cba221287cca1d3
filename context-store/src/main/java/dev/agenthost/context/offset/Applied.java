package dev.agenthost.context.offset;

/** Whether all positions of a question were applied in time. */
public enum Applied {
    YES,
    NOT_YET
}
