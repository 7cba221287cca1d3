package dev.agenthost.testkit.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** Sends each POST on to another scripted server, for two servers with one address. */
public final class CallForwarder implements HttpHandler {
    private static final List<String> HEADERS = List.of("Authorization", "Content-Type");

    private final URI target;
    private final HttpClient client = HttpClient.newHttpClient();

    /** @param url that gets the calls */
    public CallForwarder(String url) {
        target = URI.create(url);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpRequest.Builder request = HttpRequest.newBuilder(target)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(
                            exchange.getRequestBody().readAllBytes()));
            for (String name : HEADERS) {
                String value = exchange.getRequestHeaders().getFirst(name);
                if (value != null) {
                    request.header(name, value);
                }
            }
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().firstValue("Content-Type").ifPresent(type -> exchange.getResponseHeaders()
                    .add("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
