package dev.agenthost.actiongraph.carrier;

import dev.agenthost.protocol.json.WireName;

/** The carrier of a declaration. It is recorded, so that the rates of adherence and recovery can be measured. */
public enum CarrierOrigin implements WireName {
    /** One call of {@value NativeToolCall#PROTOCOL_OUTPUT}. */
    NATIVE_CALL,
    /** One fenced {@code agent-protocol} block. */
    FENCED_BLOCK,
    /** Direct calls of known tools, recovered. */
    RECOVERED_TOOL_CALL,
    /** Calls written as text, recovered. */
    RECOVERED_TEXT_CALL;

    /** Returns true if the model did not follow the protocol, and its wish was clear nevertheless. */
    public boolean isRecovered() {
        return this == RECOVERED_TOOL_CALL || this == RECOVERED_TEXT_CALL;
    }
}
