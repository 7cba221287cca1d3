package dev.agenthost.orchestrator.tool.server;

/** What became of a change to the catalogue. */
public sealed interface Written {
    /** @param server as it is now; of a deletion as it was */
    record Done(McpServer server) implements Written {}

    record Missing() implements Written {}

    record Exists() implements Written {}

    /** Somebody was faster. */
    record Stale(int version) implements Written {}
}
