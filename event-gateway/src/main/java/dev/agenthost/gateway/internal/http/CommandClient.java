package dev.agenthost.gateway.internal.http;

import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Submits commands, of which a repetition has the same result, to an internal route of another service. */
public final class CommandClient {
    private static final String JSON = "application/json";

    private final InternalHttpClient service;
    private final String route;

    /**
     * @param service its name, for errors
     * @param base its address
     * @param timeout of one request; a command takes two at most
     */
    public CommandClient(Vertx vertx, String service, URI base, String internalKey, String route, Duration timeout) {
        this.service = new InternalHttpClient(
                vertx, service, base, internalKey, new HttpClientOptions().setKeepAlive(true), timeout);
        this.route = route;
    }

    /** Fails if the result is not known. */
    public <T> CompletionStage<T> submit(Object command, Class<T> result) {
        Buffer body = Buffer.buffer(ProtocolCodec.encode(command));
        return service.onEventLoop(() -> request(body)
                // A pooled connection may have ended meanwhile.
                .recover(failure -> request(body))
                .compose(answer -> service.decoded(answer, result)));
    }

    private Future<InternalHttpClient.Answer> request(Buffer body) {
        return service.send(HttpMethod.POST, route, JSON, body);
    }
}
