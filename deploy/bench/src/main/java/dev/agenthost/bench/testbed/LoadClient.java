package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An HTTP client that posts events to the front door and follows the answers, all on one thread. */
public final class LoadClient implements AutoCloseable {
    private static final int CONNECTIONS = 4096;
    private static final int ACCEPTED = 202;
    private static final int OK = 200;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClient http;
    private final String key;

    public LoadClient(URI frontDoor, String key) {
        this.key = key;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost(frontDoor.getHost())
                .setDefaultPort(frontDoor.getPort())
                .setMaxPoolSize(CONNECTIONS)
                .setTcpNoDelay(true));
    }

    /** The body of a 202. */
    public record Accepted(String eventId, String runId, String stream) {}

    /** Posts a text; fails unless it is accepted. */
    public Future<Accepted> send(String bot, String conversation, String text) {
        var body = ProtocolCodec.mapper()
                .createObjectNode()
                .put("bot_id", bot)
                .put("conversation_id", conversation)
                .put("text", text);
        return request(HttpMethod.POST, "/api/v1/events", body, ACCEPTED)
                .map(answer -> new Accepted(
                        answer.path("event_id").asText(),
                        answer.path("run_id").asText(),
                        answer.path("stream").asText()));
    }

    /** Sends JSON; fails unless the answer has the wanted status. */
    public Future<JsonNode> request(HttpMethod method, String path, ObjectNode body, int wanted) {
        return onLoop(() -> request(method, path)
                .compose(request -> {
                    request.putHeader("Content-Type", "application/json");
                    return request.send(Buffer.buffer(ProtocolCodec.encode(body)));
                })
                .compose(response -> read(response, wanted)));
    }

    /** Reads JSON; fails unless the status is 200. */
    public Future<JsonNode> get(String path) {
        return onLoop(() ->
                request(HttpMethod.GET, path).compose(HttpClientRequest::send).compose(response -> read(response, OK)));
    }

    /** Follows a stream, calls {@code each} with every frame, and completes at the end of the stream. */
    public Future<Void> follow(String stream, Consumer<StreamFrame> each) {
        return onLoop(() -> request(HttpMethod.GET, stream)
                .compose(request ->
                        request.putHeader("Accept", "text/event-stream").send())
                .compose(response -> {
                    if (response.statusCode() != OK) {
                        return Future.failedFuture("the stream answered " + response.statusCode());
                    }
                    var frames = new SseParser(each);
                    response.handler(chunk -> frames.add(chunk.toString(StandardCharsets.UTF_8)));
                    return response.end();
                }));
    }

    /**
     * Builds each request on the event loop that reads its response: a response that arrives before another thread has set its
     * handler would be lost.
     */
    private <T> Future<T> onLoop(Supplier<Future<T>> question) {
        Promise<T> answered = Promise.promise();
        loop.runOnContext(now -> question.get().onComplete(answered));
        return answered.future();
    }

    private Future<HttpClientRequest> request(HttpMethod method, String path) {
        return http.request(new RequestOptions().setMethod(method).setURI(path))
                .map(request -> request.putHeader("Authorization", "Bearer " + key));
    }

    private static Future<JsonNode> read(HttpClientResponse response, int wanted) {
        return response.body().compose(body -> {
            if (response.statusCode() != wanted) {
                return Future.failedFuture("answered " + response.statusCode() + " " + body);
            }
            try {
                return Future.succeededFuture(ProtocolCodec.mapper().readTree(body.getBytes()));
            } catch (java.io.IOException e) {
                return Future.failedFuture(e);
            }
        });
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
