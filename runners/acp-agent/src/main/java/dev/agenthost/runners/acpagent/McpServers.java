package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.harness.McpConfig;
import dev.agenthost.sdk.harness.McpEndpoint;
import dev.agenthost.sdk.harness.mcp.McpBridge;
import java.nio.file.Path;

/** The description of a run's tools for an agent: by HTTP, or as a process of ours that forwards to it. */
final class McpServers {
    private McpServers() {}

    static ObjectNode of(McpEndpoint endpoint, boolean http) {
        ObjectNode server = ProtocolCodec.mapper().createObjectNode();
        if (http) {
            server.put("type", "http")
                    .put("name", McpConfig.SERVER)
                    .put("url", endpoint.url().toString());
            named(server.putArray("headers"), "Authorization", endpoint.authorization());
            return server;
        }
        server.put("name", McpConfig.SERVER).put("command", java());
        server.putArray("args")
                .add("-XX:TieredStopAtLevel=1")
                .add("-XX:+UseSerialGC")
                .add("-Xmx64m")
                .add("-cp")
                .add(System.getProperty("java.class.path"))
                .add(McpBridge.class.getName());
        ArrayNode environment = server.putArray("env");
        named(environment, McpBridge.URL, endpoint.url().toString());
        named(environment, McpBridge.TOKEN, endpoint.token());
        return server;
    }

    private static void named(ArrayNode list, String name, String value) {
        list.addObject().put("name", name).put("value", value);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
