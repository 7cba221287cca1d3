package dev.agenthost.orchestrator.tool.server;

import dev.agenthost.protocol.field.WireName;

/** How a server is spoken to. */
public enum ServerKind implements WireName {
    /** Streamable HTTP, at an address. */
    HTTP,
    /** A process of ours, by its input and output. */
    STDIO
}
