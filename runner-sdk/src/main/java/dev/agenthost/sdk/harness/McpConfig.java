package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** {@code .mcp.json}: the address of a run's tools, for harnesses that read such a file. */
public final class McpConfig {
    public static final String FILE = ".mcp.json";
    /** The server's name, by which a harness calls its tools. */
    public static final String SERVER = "agenthost";

    private McpConfig() {}

    public static ObjectNode of(McpEndpoint endpoint) {
        ObjectNode config = ProtocolCodec.mapper().createObjectNode();
        ObjectNode server = config.putObject("mcpServers").putObject(SERVER);
        server.put("type", "http").put("url", endpoint.url().toString());
        server.putObject("headers").put("Authorization", endpoint.authorization());
        return config;
    }
}
