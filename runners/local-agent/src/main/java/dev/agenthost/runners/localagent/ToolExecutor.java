package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.ToolResource;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ToolClient;
import dev.agenthost.sdk.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a run: describes them to the model and calls them, several at once. The model receives the error of a failed call.
 */
final class ToolExecutor {
    private final ToolClient tools;
    private final List<ToolResource> granted;
    private final RunOutput out;
    private final int atOnce;

    /** @param atOnce maximum of concurrent calls */
    ToolExecutor(ToolClient tools, List<ToolResource> granted, RunOutput out, int atOnce) {
        this.tools = tools;
        this.granted = granted.stream()
                .filter(tool -> tool.operations().contains("call"))
                .toList();
        this.out = out;
        this.atOnce = atOnce;
    }

    /** The tools as {@code {name, description, parameters}}, in the order of the grant, so that they are the same in every turn. */
    List<JsonNode> functions() {
        List<JsonNode> functions = new ArrayList<>();
        for (ToolResource tool : granted) {
            JsonNode parameters = tool.parameters();
            if (parameters != null) {
                ObjectNode function = JsonNodeFactory.instance.objectNode().put("name", tool.toolName());
                function.put("description", Objects.requireNonNullElse(tool.description(), ""));
                functions.add(function.set("parameters", parameters));
            } else if (tool.operations().contains("detail")) {
                functions.add(tools.detail(tool.toolName()));
            }
        }
        return functions;
    }

    /** Calls the tools and returns their answers, in the order of the calls. */
    List<Message> call(List<ToolCall> calls) throws InterruptedException {
        Semaphore places = new Semaphore(atOnce);
        List<Future<Message>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (ToolCall call : calls) {
                running.add(threads.submit(() -> {
                    places.acquire();
                    try {
                        return answer(call);
                    } finally {
                        places.release();
                    }
                }));
            }
            List<Message> answers = new ArrayList<>();
            for (Future<Message> one : running) {
                answers.add(one.get());
            }
            return answers;
        } catch (ExecutionException why) {
            if (why.getCause() instanceof RunCancelledException cancelled) {
                throw cancelled;
            }
            throw new IllegalStateException(why.getCause());
        }
    }

    private Message answer(ToolCall call) {
        JsonNode parameters = parameters(call.arguments());
        out.toolCallStarted(
                call.id(), call.name(), parameters == null ? JsonNodeFactory.instance.objectNode() : parameters);
        if (parameters == null) {
            return failed(call, "the arguments must be a JSON object");
        }
        try {
            JsonNode result = tools.call(call.name(), parameters);
            out.toolCallCompleted(call.id(), call.name(), result.isObject() ? result : wrapped(result), null);
            return message(call, result.isTextual() ? result.textValue() : result.toString());
        } catch (AgentApiException why) {
            return failed(call, why.getMessage());
        }
    }

    private Message failed(ToolCall call, @Nullable String why) {
        String value = Objects.requireNonNullElse(why, "it failed");
        out.toolCallCompleted(call.id(), call.name(), null, value);
        return message(
                call, JsonNodeFactory.instance.objectNode().put("error", value).toString());
    }

    private static Message message(ToolCall call, String content) {
        return new Message("tool", call.name(), TextNode.valueOf(content), null, call.id(), null, null);
    }

    private static JsonNode wrapped(JsonNode result) {
        return JsonNodeFactory.instance.objectNode().set("result", result);
    }

    private static @Nullable JsonNode parameters(String arguments) {
        if (arguments.isBlank()) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            JsonNode parameters = ProtocolCodec.readTree(arguments);
            return parameters.isObject() ? parameters : null;
        } catch (UndecodableException e) {
            return null;
        }
    }
}
