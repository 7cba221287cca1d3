package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools by which a harness uses its run. A tool exists only if the run's grant permits its calls; the host checks every call
 * again.
 */
public final class RunTools {
    private final Map<String, RunTool> tools = new LinkedHashMap<>();

    private RunTools(List<RunTool> tools) {
        tools.forEach(tool -> this.tools.put(tool.name(), tool));
    }

    public static RunTools of(AgentRunContext context, HostApi api, RunOutput out) {
        return new RunTools(List.of(
                        FactTools.tools(context),
                        HistoryTools.tools(context, api),
                        GrantedTools.tools(context.resources(), api),
                        ArtifactTools.tools(context.context().availableApis(), api, out))
                .stream()
                .flatMap(List::stream)
                .toList());
    }

    List<RunTool> all() {
        return List.copyOf(tools.values());
    }

    Optional<RunTool> named(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    public List<String> names() {
        return List.copyOf(tools.keySet());
    }

    static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }
}
