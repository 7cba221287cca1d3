package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.harness.HarnessContext;
import java.util.List;

/** The tools for the facts of the run's start; they make no call to the host. */
final class FactTools {
    /** Fields with inline bytes, which are removed; a harness reads these bytes as artifacts. */
    private static final List<String> BYTES = List.of("image_base64", "file_base64", "content");

    private FactTools() {}

    static List<RunTool> tools(AgentRunContext context) {
        return List.of(
                new RunTool(
                        "list_assets",
                        "Lists the resources of this run: tools, knowledge bases, skills, and the attachments of the message.",
                        JsonSchemas.none().properties(),
                        List.of(),
                        arguments -> assets(context)),
                new RunTool(
                        "get_current_event",
                        "Shows the event that this run answers: actor, message, conversation, and the abilities of the surface.",
                        JsonSchemas.none().properties(),
                        List.of(),
                        arguments -> event(context)));
    }

    private static ObjectNode assets(AgentRunContext context) {
        AgentResources granted = context.resources();
        ObjectNode assets = RunTools.object();
        assets.set("tools", ProtocolCodec.tree(granted.tools()));
        assets.set("knowledge_bases", ProtocolCodec.tree(granted.knowledgeBases()));
        assets.set("skills", ProtocolCodec.tree(granted.skills()));
        assets.set("attachments", input(context).path("attachments"));
        assets.set("available_apis", ProtocolCodec.tree(context.context().availableApis()));
        return assets;
    }

    private static ObjectNode event(AgentRunContext context) {
        ObjectNode all = HarnessContext.of(context);
        ObjectNode event = RunTools.object();
        for (String field : List.of("run_id", "event", "actor", "subject", "delivery")) {
            event.set(field, all.get(field));
        }
        event.set("conversation", context.conversation() == null ? null : ProtocolCodec.tree(context.conversation()));
        return event.set("input", input(context));
    }

    private static ObjectNode input(AgentRunContext context) {
        ObjectNode input = ProtocolCodec.tree(context.input());
        for (String list : List.of("contents", "attachments")) {
            if (input.path(list) instanceof ArrayNode elements) {
                elements.forEach(element -> {
                    if (element instanceof ObjectNode object) {
                        object.remove(BYTES);
                    }
                });
            }
        }
        return input;
    }
}
