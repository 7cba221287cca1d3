package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.bench.load.Target;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reports messages of people to a bot of OneBot by signed webhooks, each of another person than the one before it. */
public final class WebhookClient implements Target, AutoCloseable {
    private static final int PERSONS = 5_000;
    private static final int CONNECTIONS = 256;
    private static final int NO_CONTENT = 204;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http;
    private final ScriptedOneBot account;
    private final long selfId;
    private final String secret;
    private final String path;

    /**
     * @param port of event-gateway on loopback
     * @param account makes the events
     * @param selfId number of the account
     * @param secret signs the events
     */
    public WebhookClient(int port, String bot, ScriptedOneBot account, long selfId, String secret) {
        this.account = account;
        this.selfId = selfId;
        this.secret = secret;
        this.path = "/webhooks/onebot/" + bot;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(port)
                .setMaxPoolSize(CONNECTIONS)
                .setTcpNoDelay(true));
    }

    /** Posts one event; fails unless it is accepted. */
    @Override
    public CompletionStage<Long> begin(int number) {
        var message = JsonNodeFactory.instance.arrayNode();
        message.addObject().put("type", "text").putObject("data").put("text", "hello");
        byte[] body = account.privateMessage(10_000 + number % PERSONS, message)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        var answered = new CompletableFuture<Long>();
        http.request(HttpMethod.POST, path)
                .compose(request -> request.putHeader("Content-Type", "application/json")
                        .putHeader("X-Self-ID", Long.toString(selfId))
                        .putHeader("X-Signature", ScriptedOneBot.signature(secret, body))
                        .send(Buffer.buffer(body)))
                .onSuccess(response -> {
                    long at = System.nanoTime();
                    if (response.statusCode() == NO_CONTENT) {
                        answered.complete(at);
                    } else {
                        answered.completeExceptionally(new IOException("answered " + response.statusCode()));
                    }
                })
                .onFailure(answered::completeExceptionally);
        return answered;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
