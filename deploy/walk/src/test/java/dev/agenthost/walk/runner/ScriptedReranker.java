package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A reranking endpoint, in the shape that Jina and Cohere gave it: the longer a document, the better. */
final class ScriptedReranker implements AutoCloseable {
    private final HttpServer server;

    ScriptedReranker() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/rerank", ScriptedReranker::rank);
        server.start();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private static void rank(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode documents = FrontDoor.JSON
                    .readTree(exchange.getRequestBody().readAllBytes())
                    .path("documents");
            ObjectNode answer = FrontDoor.JSON.createObjectNode();
            for (int i = 0; i < documents.size(); i++) {
                answer.withArray("results")
                        .addObject()
                        .put("index", i)
                        .put("relevance_score", documents.get(i).asText().length() / 100.0);
            }
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
