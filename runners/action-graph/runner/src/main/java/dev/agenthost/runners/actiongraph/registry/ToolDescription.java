package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.context.ToolResource;
import dev.agenthost.sdk.host.ToolClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A tool that the run may call, as the model is told about it.
 *
 * @param parameters its JSON Schema
 */
public record ToolDescription(String name, String description, JsonNode parameters) {
    /** The tools that may be called, in the order of the grant, so that they are the same in every turn. */
    public static List<ToolDescription> of(List<ToolResource> granted, ToolClient client) {
        List<ToolDescription> tools = new ArrayList<>();
        for (ToolResource tool : granted) {
            if (!tool.operations().contains("call")) {
                continue;
            }
            JsonNode parameters = tool.parameters();
            if (parameters != null) {
                tools.add(new ToolDescription(
                        tool.toolName(), Objects.requireNonNullElse(tool.description(), ""), parameters));
            } else if (tool.operations().contains("detail")) {
                JsonNode detail = client.detail(tool.toolName());
                tools.add(new ToolDescription(
                        tool.toolName(), detail.path("description").asText(""), detail.path("parameters")));
            } else {
                tools.add(new ToolDescription(
                        tool.toolName(),
                        Objects.requireNonNullElse(tool.description(), ""),
                        JsonNodeFactory.instance.objectNode()));
            }
        }
        return List.copyOf(tools);
    }
}
