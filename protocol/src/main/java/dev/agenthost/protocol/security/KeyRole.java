package dev.agenthost.protocol.security;

import dev.agenthost.protocol.json.WireName;

/** What the holder of a key is; which rights a role has is decided at the door. */
public enum KeyRole implements WireName {
    /** Reads. */
    VIEWER,
    /** Reads, hands in events, cancels runs. */
    OPERATOR,
    /** All that an operator does, and writes agents, bindings and keys of its workspace. */
    ADMIN,
    /** Hands in events and files of its bots and reads what their agents made, and nothing else. */
    ADAPTER,
    /** Connects as a runner, and nothing else. */
    RUNNER
}
