package dev.agenthost.gateway.internal.http;

import dev.agenthost.gateway.bot.TakeoverCommandClient;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommandResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Asks delivery-service with the internal key. */
public final class HttpTakeoverCommandClient implements TakeoverCommandClient {
    /** A start waits up to 2 seconds for calls of the agent that are under way. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final InternalHttpClient delivery;

    /** @param base the address of delivery-service */
    public HttpTakeoverCommandClient(Vertx vertx, URI base, String internalKey) {
        this.delivery = new InternalHttpClient(
                vertx, "delivery-service", base, internalKey, new HttpClientOptions().setKeepAlive(true), TIMEOUT);
    }

    @Override
    public CompletionStage<TakeoverCommandResult> submit(TakeoverCommand command) {
        Buffer body = Buffer.buffer(ProtocolCodec.encode(command));
        return delivery.onEventLoop(() -> request(body)
                // A pooled connection may have ended meanwhile.
                .recover(failure -> request(body))
                .compose(answer -> delivery.decoded(answer, TakeoverCommandResult.class)));
    }

    private Future<InternalHttpClient.Answer> request(Buffer body) {
        return delivery.send(HttpMethod.POST, "/internal/v1/takeover-commands", "application/json", body);
    }
}
