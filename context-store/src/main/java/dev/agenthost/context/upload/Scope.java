package dev.agenthost.context.upload;

import dev.agenthost.protocol.field.WireName;

/** Which runs see an artifact, beside the one that made it. */
public enum Scope implements WireName {
    /** None. */
    RUN("run"),
    /** Those of its conversation and thread. */
    CONVERSATION("conversation"),
    /** All of its workspace. */
    WORKSPACE("workspace");

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
