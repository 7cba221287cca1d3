package dev.agenthost.gateway.internal.http;

import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Asks run-orchestrator with the internal key. */
public final class HttpButtonPressClient implements ButtonPressClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final InternalHttpClient orchestrator;

    /** @param base the address of run-orchestrator */
    public HttpButtonPressClient(Vertx vertx, URI base, String internalKey) {
        this.orchestrator = new InternalHttpClient(
                vertx, "run-orchestrator", base, internalKey, new HttpClientOptions().setKeepAlive(true), TIMEOUT);
    }

    @Override
    public CompletionStage<ButtonPressResult> press(ButtonPress press) {
        Buffer body = Buffer.buffer(ProtocolCodec.encode(press));
        return orchestrator.onEventLoop(() -> request(body)
                // A pooled connection may have ended meanwhile, and a repetition has the same result.
                .recover(failure -> request(body))
                .compose(answer -> orchestrator.decoded(answer, ButtonPressResult.class)));
    }

    private Future<InternalHttpClient.Answer> request(Buffer body) {
        return orchestrator.send(HttpMethod.POST, "/internal/v1/button-presses", "application/json", body);
    }
}
