package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ToolResource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The tools of a grant: their descriptors for the runner, and their sources. The runner receives the schema with the operation {@code detail} only. */
final class GrantedTools {
    private static final String DETAIL = "detail";

    private GrantedTools() {}

    static AgentResources withDescriptors(
            AgentResources resources, List<String> operations, List<ToolDescriptor> offered) {
        boolean hasDetail = operations.contains(DETAIL);
        return new AgentResources(
                resources.models(),
                offered.stream()
                        .map(tool -> new ToolResource(
                                tool.name(),
                                tool.type(),
                                tool.description(),
                                operations,
                                hasDetail ? schemaCopy(tool) : null))
                        .toList(),
                resources.knowledgeBases(),
                resources.skills(),
                resources.files(),
                resources.storage(),
                resources.platformCapabilities());
    }

    static List<GrantedTool> sources(List<String> operations, List<ToolDescriptor> offered) {
        boolean hasDetail = operations.contains(DETAIL);
        return offered.stream()
                .map(tool -> new GrantedTool(tool.name(), tool.id(), hasDetail ? null : schemaCopy(tool)))
                .toList();
    }

    /** Copies the schema, since its source shares the tree. */
    private static JsonNode schemaCopy(ToolDescriptor tool) {
        return tool.parameters().deepCopy();
    }

    static Optional<ToolDescriptor> find(Grant grant, String name) {
        Optional<ToolResource> found = grant.resources().tools().stream()
                .filter(tool -> tool.toolName().equals(name))
                .findFirst();
        return grant.tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .flatMap(tool -> found.map(resource -> descriptor(tool, resource)));
    }

    private static ToolDescriptor descriptor(GrantedTool tool, ToolResource resource) {
        JsonNode parameters = tool.parameters() == null ? resource.parameters() : tool.parameters();
        return new ToolDescriptor(
                tool.id(),
                tool.name(),
                Objects.requireNonNullElse(resource.toolType(), "tool"),
                resource.description(),
                Objects.requireNonNullElseGet(parameters, JsonNodeFactory.instance::objectNode));
    }
}
