package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.json.WireName;

/** The transport of a server. */
public enum ServerKind implements WireName {
    /** Streamable HTTP, at an address. */
    HTTP,
    /** A child process, by its standard input and output. */
    STDIO
}
