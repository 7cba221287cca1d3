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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks run-orchestrator with the internal key. */
public final class HttpButtonPressClient implements ButtonPressClient {
    private static final long LIMIT_MILLIS = Duration.ofSeconds(2).toMillis();

    private record Answer(int status, Buffer body) {}

    private final Vertx vertx;
    private final HttpClient http;
    private final String address;
    private final String internalKey;

    /** @param base the address of run-orchestrator */
    public HttpButtonPressClient(Vertx vertx, URI base, String internalKey) {
        this.vertx = vertx;
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
        Buffer body = Buffer.buffer(ProtocolCodec.encode(press));
        CompletableFuture<ButtonPressResult> result = new CompletableFuture<>();
        // On an event loop throughout: a callback that another thread attaches may be attached after the response has
        // arrived.
        vertx.runOnContext(here -> request(options, body)
                // A pooled connection may have ended meanwhile, and a repetition has the same result.
                .recover(failure -> request(options, body))
                .compose(HttpButtonPressClient::result)
                .onComplete(result::complete, result::completeExceptionally));
        return result;
    }

    private Future<Answer> request(RequestOptions options, Buffer body) {
        return http.request(options).compose(request -> request.send(body)).compose(response -> response.body()
                .map(read -> new Answer(response.statusCode(), read)));
    }

    private static Future<ButtonPressResult> result(Answer answer) {
        if (answer.status() != 200) {
            return Future.failedFuture("run-orchestrator answered " + answer.status());
        }
        try {
            return Future.succeededFuture(ProtocolCodec.decode(answer.body().getBytes(), ButtonPressResult.class));
        } catch (UndecodableException e) {
            return Future.failedFuture("The answer of run-orchestrator cannot be decoded");
        }
    }
}
