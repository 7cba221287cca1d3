package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.agenthost.bench.graph.script.RequestTokens;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.script.TaskText;
import dev.agenthost.local.model.ChatModel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Passes the requests of one arm on to a real model and counts them; arm A asks it for one call at a time. */
final class RealModelHandler implements HttpHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final HttpClient http = HttpClient.newHttpClient();
    private final TaskArm arm;
    private final ChatModel.Named model;
    private final CaseLog log;

    RealModelHandler(TaskArm arm, ChatModel.Named model, CaseLog log) {
        this.arm = arm;
        this.model = model;
        this.log = log;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            forward(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(HttpExchange exchange) throws IOException, InterruptedException {
        long arrived = System.nanoTime();
        var body = JsonReply.read(exchange);
        var caseId = TaskText.caseId(RequestTokens.userText(body));
        if (caseId.isEmpty() || !(body instanceof ObjectNode request)) {
            JsonReply.refuse(exchange, "The request names no case");
            return;
        }
        long shown = RequestTokens.shown(request);
        request.put("model", model.name());
        if (arm == TaskArm.LOOP && request.has("tools")) {
            request.put("parallel_tool_calls", false);
        }
        var answer = http.send(forwarded(request), BodyHandlers.ofString());
        log.add(caseId.get(), new ModelExchange(arrived, System.nanoTime(), shown, 0));
        JsonReply.send(
                exchange,
                answer.statusCode(),
                answer.headers().firstValue("Content-Type").orElse(JsonReply.JSON),
                answer.body());
    }

    private HttpRequest forwarded(ObjectNode request) {
        var forwarded = HttpRequest.newBuilder(URI.create(model.baseUrl() + "/chat/completions"))
                .timeout(PATIENCE)
                .header("Content-Type", JsonReply.JSON);
        var key = model.key();
        if (key != null) {
            forwarded.header("Authorization", "Bearer " + key);
        }
        return forwarded
                .POST(HttpRequest.BodyPublishers.ofString(request.toString()))
                .build();
    }
}
