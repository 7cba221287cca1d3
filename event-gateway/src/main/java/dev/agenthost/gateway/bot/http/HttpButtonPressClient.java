package dev.agenthost.gateway.bot.http;

import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
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
import java.util.concurrent.CompletionStage;

/** Asks run-orchestrator with the internal key. */
public final class HttpButtonPressClient implements ButtonPressClient {
    private static final long LIMIT_MILLIS = Duration.ofSeconds(4).toMillis();

    private final HttpClient http;
    private final String address;
    private final String internalKey;

    /** @param base the address of run-orchestrator */
    public HttpButtonPressClient(Vertx vertx, URI base, String internalKey) {
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setKeepAlive(true).setConnectTimeout(Math.toIntExact(LIMIT_MILLIS)));
        this.address = base.resolve("/internal/v1/button-presses").toString();
        this.internalKey = internalKey;
    }

    @Override
    public CompletionStage<ButtonPressResult> press(ButtonPress press) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(address)
                .setTimeout(LIMIT_MILLIS)
                .putHeader("Content-Type", "application/json")
                .putHeader("Authorization", "Bearer " + internalKey);
        return http.request(options)
                .compose(request -> request.send(Buffer.buffer(ProtocolCodec.encode(press))))
                .compose(response -> response.body().compose(body -> result(response.statusCode(), body)))
                .toCompletionStage();
    }

    private static Future<ButtonPressResult> result(int status, Buffer body) {
        if (status != 200) {
            return Future.failedFuture("run-orchestrator answered " + status);
        }
        try {
            return Future.succeededFuture(ProtocolCodec.decode(body.getBytes(), ButtonPressResult.class));
        } catch (UndecodableException e) {
            return Future.failedFuture("The answer of run-orchestrator cannot be decoded");
        }
    }
}
