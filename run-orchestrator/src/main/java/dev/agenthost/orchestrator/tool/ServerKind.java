package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.json.WireName;

/** How a server is spoken to. */
public enum ServerKind implements WireName {
    /** Streamable HTTP, at an address. */
    HTTP,
    /** A process of ours, by its input and output. */
    STDIO
}
