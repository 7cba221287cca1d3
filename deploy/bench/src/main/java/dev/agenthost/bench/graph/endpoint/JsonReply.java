package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads and writes the JSON bodies of an endpoint. */
final class JsonReply {
    static final String JSON = "application/json";
    static final String EVENT_STREAM = "text/event-stream";
    static final int OK = 200;
    static final int ACCEPTED = 202;
    static final int BAD_REQUEST = 400;
    static final int METHOD_NOT_ALLOWED = 405;

    private JsonReply() {}

    static JsonNode read(HttpExchange exchange) throws IOException {
        return ProtocolCodec.mapper().readTree(exchange.getRequestBody());
    }

    static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }

    static void refuse(HttpExchange exchange, String why) throws IOException {
        send(exchange, BAD_REQUEST, JSON, object().put("error", why).toString());
    }

    static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
