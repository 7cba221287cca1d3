package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.agenthost.bench.graph.script.GraphScript;
import dev.agenthost.bench.graph.script.RequestTokens;
import dev.agenthost.bench.graph.script.ScriptedReply;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.script.TaskText;
import dev.agenthost.bench.graph.script.ToolLoopScript;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import java.io.IOException;
import java.time.Duration;

/** The scripted model of one arm, as an OpenAI-compatible chat endpoint. */
final class ScriptedModelHandler implements HttpHandler {
    private final TaskArm arm;
    private final String tools;
    private final Duration delay;
    private final CaseLog log;

    /**
     * @param tools prefix of the names of the tools
     * @param delay time until the model answers; a task whose tools take no time has a model that takes none
     */
    ScriptedModelHandler(TaskArm arm, String tools, Duration delay, CaseLog log) {
        this.arm = arm;
        this.tools = tools;
        this.delay = delay;
        this.log = log;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        var request = JsonReply.read(exchange);
        long arrived = System.nanoTime();
        var text = RequestTokens.userText(request);
        var found = TaskText.caseId(text);
        if (found.isEmpty()) {
            JsonReply.refuse(exchange, "The request names no case");
            return;
        }
        var caseId = found.get();
        var task = TaskCatalogue.ofCase(caseId);
        var reply = reply(task, caseId, request, text);
        if (!task.id().equals(TaskCatalogue.THREE_STEPS)) {
            Thread.sleep(delay);
        }
        log.add(
                caseId,
                new ModelExchange(
                        arrived,
                        System.nanoTime(),
                        RequestTokens.shown(request),
                        RequestTokens.ofMessage(reply.message())));
        if (request.path("stream").asBoolean()) {
            JsonReply.send(exchange, JsonReply.OK, JsonReply.EVENT_STREAM, ChatCompletion.stream(reply));
        } else {
            JsonReply.send(exchange, JsonReply.OK, JsonReply.JSON, ChatCompletion.whole(reply));
        }
    }

    private ScriptedReply reply(BenchTask task, String caseId, JsonNode request, String text) {
        return switch (arm) {
            case LOOP -> new ToolLoopScript(tools, 1).reply(task, caseId, request.path("messages"));
            case PARALLEL_LOOP ->
                new ToolLoopScript(tools, Integer.MAX_VALUE).reply(task, caseId, request.path("messages"));
            case GRAPH -> new GraphScript(tools).reply(task, caseId, task.id().equals(TaskCatalogue.THREE_STEPS), text);
        };
    }
}
