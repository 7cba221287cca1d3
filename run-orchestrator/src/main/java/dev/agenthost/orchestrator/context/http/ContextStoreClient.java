package dev.agenthost.orchestrator.context.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Sends requests to context-store over pooled connections; each is a POST with the internal key. Never blocks. */
final class ContextStoreClient {
    /** The time limit of one request; longer than the two seconds that a read may wait for its positions. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final byte[] EMPTY = {'{', '}'};

    private final Vertx vertx;
    private final HttpClient http;
    private final URI base;
    private final String internalKey;

    ContextStoreClient(Vertx vertx, HttpClientOptions options, URI base, String internalKey) {
        this.vertx = vertx;
        this.http = vertx.createHttpClient(options);
        this.base = base;
        this.internalKey = internalKey;
    }

    <T> Uni<ContextStoreResponse<T>> post(String path, Object question, Class<T> answer) {
        return Uni.createFrom()
                .<Answer>emitter(reply -> {
                    byte[] body = ProtocolCodec.encode(question);
                    // On an event loop throughout: a callback that another thread attaches may come after the response
                    // has gone by.
                    vertx.runOnContext(here -> post(path, body).onComplete(reply::complete, reply::fail));
                })
                .ifNoItem()
                .after(PATIENCE)
                .fail()
                .map(reply -> read(path, reply, answer));
    }

    private record Answer(int status, Buffer body) {}

    private Future<Answer> post(String path, byte[] body) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(base.resolve(path).toString())
                .setTimeout(PATIENCE.toMillis())
                .putHeader("Content-Type", "application/json")
                .putHeader("Authorization", "Bearer " + internalKey);
        return http.request(options).compose(request -> request.send(Buffer.buffer(body))
                .compose(response -> response.body().map(read -> new Answer(response.statusCode(), read))));
    }

    /** Maps the code of a refusal. A newer build may have unknown codes; such a refusal is not retried. */
    private static Optional<FailureCode> code(String wire, int status) {
        return FailureCode.ofWire(wire)
                .or(() -> status == 400 && !wire.isEmpty()
                        ? Optional.of(FailureCode.INVALID_ARGUMENT)
                        : Optional.empty());
    }

    private static <T> ContextStoreResponse<T> read(String path, Answer reply, Class<T> type) {
        try {
            if (reply.status() / 100 == 2) {
                byte[] bytes = reply.body().length() == 0 ? EMPTY : reply.body().getBytes();
                return new ContextStoreResponse.Answered<>(ProtocolCodec.decode(bytes, type));
            }
            if (reply.status() == 401) {
                throw new IllegalStateException("context-store does not know our key");
            }
            JsonNode problem = ProtocolCodec.readTree(reply.body().getBytes());
            FailureCode code = code(problem.path("code").asText(""), reply.status())
                    .orElseThrow(() -> new IllegalStateException(path + " answered " + reply.status()));
            if (code == FailureCode.RUNTIME_ERROR) {
                throw new IllegalStateException(path + " answered " + reply.status());
            }
            return new ContextStoreResponse.Refused<>(
                    code, problem.path("detail").asText(""));
        } catch (UndecodableException e) {
            throw new IllegalStateException(path + " answered " + reply.status() + " with an unreadable body", e);
        }
    }
}
