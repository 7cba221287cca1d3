package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.ToolResource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The granted tools and knowledge bases; a name that was not granted is refused without a call to the host. */
final class GrantedTools {
    private static final int NAME = 256;
    private static final int QUERY = 4000;

    private GrantedTools() {}

    static List<RunTool> tools(AgentResources resources, HostApi api) {
        List<String> bases = resources.knowledgeBases().stream()
                .filter(base -> base.operations().contains("retrieve"))
                .map(KnowledgeBaseResource::kbId)
                .toList();
        List<String> describable = able(resources, "detail");
        List<String> callable = able(resources, "call");
        List<RunTool> tools = new ArrayList<>();
        if (!bases.isEmpty()) {
            tools.add(new RunTool(
                    "retrieve_knowledge",
                    "Finds the passages of a knowledge base that are nearest to a text, the nearest first.",
                    JsonSchemas.none()
                            .oneOf("kb_id", bases, "The id of the knowledge base.")
                            .text("query", QUERY, "The text to search for.")
                            .number("top_k", 5, 1, 50, "The largest number of passages.")
                            .object("filters", "The filters of the knowledge base; omit it for none.")
                            .properties(),
                    List.of("kb_id", "query"),
                    arguments -> passages(api, bases, arguments)));
        }
        if (!describable.isEmpty()) {
            tools.add(new RunTool(
                    "get_tool_detail",
                    "Shows the description of a tool of the host and the JSON Schema of its parameters.",
                    JsonSchemas.none()
                            .oneOf("tool_name", describable, "Which tool.")
                            .properties(),
                    List.of("tool_name"),
                    arguments -> api.tools().detail(granted(describable, arguments, "tool_name"))));
        }
        if (!callable.isEmpty()) {
            tools.add(new RunTool(
                    "call_tool",
                    "Calls a tool of the host once. get_tool_detail shows its parameters.",
                    JsonSchemas.none()
                            .oneOf("tool_name", callable, "Which tool.")
                            .object("parameters", "The parameters, by the JSON Schema of the tool.")
                            .properties(),
                    List.of("tool_name"),
                    arguments -> api.tools()
                            .call(
                                    granted(callable, arguments, "tool_name"),
                                    Objects.requireNonNullElseGet(arguments.object("parameters"), RunTools::object))));
        }
        return tools;
    }

    private static ObjectNode passages(HostApi api, List<String> bases, ToolArguments arguments) {
        ObjectNode answer = RunTools.object();
        ArrayNode results = answer.putArray("results");
        api.knowledge()
                .retrieve(
                        granted(bases, arguments, "kb_id"),
                        arguments.text("query", QUERY),
                        (int) arguments.number("top_k", 5, 1, 50),
                        arguments.object("filters"))
                .forEach(results::add);
        return answer;
    }

    private static String granted(List<String> names, ToolArguments arguments, String field) {
        String name = arguments.text(field, NAME);
        if (!names.contains(name)) {
            throw new AgentApiException(
                    FailureCode.NOT_FOUND, field + " must be a resource that is granted to this run");
        }
        return name;
    }

    private static List<String> able(AgentResources resources, String operation) {
        return resources.tools().stream()
                .filter(tool -> tool.operations().contains(operation))
                .map(ToolResource::toolName)
                .toList();
    }
}
