package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ToolResource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The tools of a grant: as the runner sees them, and what stands behind. The schema is shown with the operation {@code detail} only. */
final class GrantedTools {
    private static final String DETAIL = "detail";

    private GrantedTools() {}

    static AgentResources shown(AgentResources resources, List<String> operations, List<ToolDescriptor> found) {
        boolean isShown = operations.contains(DETAIL);
        return new AgentResources(
                resources.models(),
                found.stream()
                        .map(tool -> new ToolResource(
                                tool.name(), tool.type(), tool.description(), operations, isShown ? own(tool) : null))
                        .toList(),
                resources.knowledgeBases(),
                resources.skills(),
                resources.files(),
                resources.storage(),
                resources.platformCapabilities());
    }

    static List<GrantedTool> behind(List<String> operations, List<ToolDescriptor> found) {
        boolean isShown = operations.contains(DETAIL);
        return found.stream()
                .map(tool -> new GrantedTool(tool.name(), tool.id(), isShown ? null : own(tool)))
                .toList();
    }

    /** A schema is a tree that its source holds, too. */
    private static JsonNode own(ToolDescriptor tool) {
        return tool.parameters().deepCopy();
    }

    static Optional<ToolDescriptor> find(Grant grant, String name) {
        Optional<ToolResource> shown = grant.resources().tools().stream()
                .filter(tool -> tool.toolName().equals(name))
                .findFirst();
        return grant.tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .flatMap(tool -> shown.map(resource -> facts(tool, resource)));
    }

    private static ToolDescriptor facts(GrantedTool tool, ToolResource shown) {
        JsonNode parameters = tool.parameters() == null ? shown.parameters() : tool.parameters();
        return new ToolDescriptor(
                tool.id(),
                tool.name(),
                Objects.requireNonNullElse(shown.toolType(), "tool"),
                shown.description(),
                Objects.requireNonNullElseGet(parameters, JsonNodeFactory.instance::objectNode));
    }
}
