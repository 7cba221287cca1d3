package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;

/** An MCP server by streamable HTTP with the tools of the tasks. */
final class ToolHandler implements HttpHandler {
    private static final String NO_REQUEST = "";

    private final TaskTools tools;
    private final int mostCharacters;

    /** @param mostCharacters most characters of the text of a result */
    ToolHandler(TaskTools tools, int mostCharacters) {
        this.tools = tools;
        this.mostCharacters = mostCharacters;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                JsonReply.send(exchange, JsonReply.METHOD_NOT_ALLOWED, JsonReply.JSON, NO_REQUEST);
                return;
            }
            var frame = JsonReply.read(exchange);
            if (!frame.has("id")) {
                JsonReply.send(exchange, JsonReply.ACCEPTED, JsonReply.JSON, NO_REQUEST);
                return;
            }
            var reply = JsonReply.object().put("jsonrpc", "2.0");
            reply.set("id", frame.path("id"));
            reply.set("result", result(frame));
            JsonReply.send(exchange, JsonReply.OK, JsonReply.JSON, reply.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ObjectNode result(JsonNode frame) throws InterruptedException {
        return switch (frame.path("method").asText()) {
            case "initialize" -> initialized();
            case "tools/list" -> TaskTools.list();
            case "tools/call" -> tools.call(frame.at("/params/arguments"), mostCharacters);
            default -> JsonReply.object();
        };
    }

    private static ObjectNode initialized() {
        var result = JsonReply.object().put("protocolVersion", "2025-06-18");
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "bench").put("version", "1");
        return result;
    }
}
