package dev.agenthost.protocol.security;

import dev.agenthost.protocol.json.WireName;

/** The role of an API key; {@code security.ApiKey} (door) maps roles to rights. */
public enum KeyRole implements WireName {
    /** Reads. */
    VIEWER,
    /** Reads, sends events, cancels runs. */
    OPERATOR,
    /** Has all rights of an operator, and writes agents, bindings and keys of its workspace. */
    ADMIN,
    /** Sends events and files of its bots and reads the artifacts of their agents, and nothing else. */
    ADAPTER,
    /** Connects as a runner, and nothing else. */
    RUNNER
}
