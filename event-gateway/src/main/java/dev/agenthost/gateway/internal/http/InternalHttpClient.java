package dev.agenthost.gateway.internal.http;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Sends requests to the internal routes of another service over pooled connections, with the internal key. */
final class InternalHttpClient {
    private final Vertx vertx;
    private final HttpClient http;
    private final String service;
    private final URI base;
    private final String internalKey;
    private final Duration timeout;

    /** The response to a request, whatever its status is. */
    record Answer(int status, Buffer body) {}

    /**
     * @param service its name, for errors
     * @param pool options of its connections but for the time limit
     * @param timeout of a connection, and of one request
     */
    InternalHttpClient(
            Vertx vertx, String service, URI base, String internalKey, HttpClientOptions pool, Duration timeout) {
        this.vertx = vertx;
        this.service = service;
        this.base = base;
        this.internalKey = internalKey;
        this.timeout = timeout;
        this.http = vertx.createHttpClient(pool.setConnectTimeout(Math.toIntExact(timeout.toMillis())));
    }

    /**
     * Makes calls on an event loop throughout: a callback that another thread attaches may be attached after the response has arrived.
     */
    <T> CompletableFuture<T> onEventLoop(Supplier<Future<T>> calls) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        vertx.runOnContext(here -> calls.get().onComplete(answer::complete, answer::completeExceptionally));
        return answer;
    }

    /** @param route path with its query */
    Future<Answer> send(HttpMethod method, String route, String contentType, Buffer body) {
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setAbsoluteURI(base.resolve(route).toString())
                .setTimeout(timeout.toMillis())
                .putHeader("Content-Type", contentType)
                .putHeader("Authorization", "Bearer " + internalKey);
        return http.request(options).compose(request -> request.send(body)).compose(response -> response.body()
                .map(read -> new Answer(response.statusCode(), read)));
    }

    /** The content of an answer of status 200; any other one fails. */
    <T> Future<T> decoded(Answer answer, Class<T> type) {
        if (answer.status() != 200) {
            return Future.failedFuture(service + " answered " + answer.status());
        }
        try {
            return Future.succeededFuture(ProtocolCodec.decode(answer.body().getBytes(), type));
        } catch (UndecodableException unreadable) {
            return Future.failedFuture("The answer of " + service + " cannot be decoded");
        }
    }
}
