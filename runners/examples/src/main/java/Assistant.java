import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.ToolResource;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.Artifact;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.sdk.host.ModelAnswer;
import dev.agenthost.sdk.host.ModelRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Asks a model with what was said before, calls the tools that the model wants, counts its turns in the conversation's state, and keeps what the
 * tools answered as a file. Bind it to an agent whose resource policy grants a model, and tools if it is to have some.
 */
public class Assistant implements AgentRunner {
    private static final int REMEMBERED = 20;
    private static final int ROUNDS = 5;

    public static void main(String[] args) throws InterruptedException {
        var spec = RunnerSpec.named("default")
                .described("Assistant", "A model with history, tools and state")
                .permissions(Map.of(
                        "models", List.of("invoke"),
                        "tools", List.of("detail", "call"),
                        "history", List.of("page"),
                        "artifacts", List.of("create"),
                        "storage", List.of()));
        try (var host = RunnerHost.connect(RunnerPlugin.of("acme", "assistant").runner(spec, new Assistant()))) {
            host.awaitClosed();
        }
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws Exception {
        int turn = api.stateGet(StateScope.CONVERSATION, "turns")
                        .map(JsonNode::asInt)
                        .orElse(0)
                + 1;

        List<Message> messages = new ArrayList<>();
        messages.add(Message.system("Answer in a sentence. This is turn " + turn + " of the conversation."));
        messages.addAll(history(context, api));
        messages.add(Message.user(String.valueOf(context.input().text())));

        StringBuilder log = new StringBuilder();
        Message answer = ask(context, out, api, messages, log);
        out.message(answer.plainText());
        if (!log.isEmpty()) {
            out.artifact(Artifact.text("tools.txt", log.toString()));
        }
        api.stateSet(StateScope.CONVERSATION, "turns", IntNode.valueOf(turn));
    }

    /** The oldest first, without the message that is answered now. */
    private static List<Message> history(AgentRunContext context, HostApi api) {
        List<Message> earlier = new ArrayList<>();
        for (TranscriptItem item : api.historyPage(REMEMBERED).items()) {
            if (item.content() != null && !item.eventId().equals(context.event().eventId())) {
                earlier.add(Message.text(item.role(), item.content()));
            }
        }
        Collections.reverse(earlier);
        return earlier;
    }

    /** Calls the model until it requests no more tools. */
    private static Message ask(
            AgentRunContext context, RunOutput out, HostApi api, List<Message> messages, StringBuilder log) {
        String model = context.resources().models().getFirst().modelId();
        List<JsonNode> functions = context.resources().tools().stream()
                .map(ToolResource::toolName)
                .map(tool -> api.tools().detail(tool))
                .toList();
        for (int round = 0; ; round++) {
            // In the last round there are no tools to call: the model has to answer.
            List<JsonNode> offered = round < ROUNDS ? functions : List.of();
            ModelAnswer answer =
                    api.models().invoke(ModelRequest.of(model, messages).functions(offered));
            JsonNode calls = answer.message().toolCalls();
            if (calls == null || calls.isEmpty()) {
                return answer.message();
            }
            messages.add(answer.message());
            for (JsonNode call : calls) {
                messages.add(Message.tool(call.path("id").asText(), called(call, out, api, log)));
            }
        }
    }

    private static String called(JsonNode call, RunOutput out, HostApi api, StringBuilder log) {
        String id = call.path("id").asText();
        String tool = call.path("function").path("name").asText();
        try {
            JsonNode parameters = ProtocolCodec.readTree(
                    call.path("function").path("arguments").asText("{}"));
            out.toolCallStarted(id, tool, parameters);
            JsonNode result = api.tools().call(tool, parameters);
            out.toolCallCompleted(id, tool, result, null);
            log.append(tool).append(": ").append(result).append('\n');
            return result.toString();
        } catch (Exception e) {
            // The model receives the error, and may try something else.
            out.toolCallCompleted(id, tool, null, e.getMessage());
            return "error: " + e.getMessage();
        }
    }
}
