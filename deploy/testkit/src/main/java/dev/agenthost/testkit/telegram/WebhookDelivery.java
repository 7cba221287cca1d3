package dev.agenthost.testkit.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Posts updates to the webhook, one after another, each until it is answered with 2xx; a method in the answer is called
 * (<a href="https://core.telegram.org/bots/api#setwebhook">setWebhook</a>). The time between two attempts is assumed.
 */
final class WebhookDelivery implements AutoCloseable {
    private static final String SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token";
    private static final long PAUSE_MILLIS = 200;

    private final TelegramUpdates updates;
    private final Consumer<ObjectNode> callInAnswer;
    private final HttpClient client = HttpClient.newBuilder().build();
    private final Thread thread;

    WebhookDelivery(TelegramUpdates updates, Consumer<ObjectNode> callInAnswer) {
        this.updates = updates;
        this.callInAnswer = callInAnswer;
        thread = Thread.ofVirtual().name("telegram-webhook").start(this::deliver);
    }

    private void deliver() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ObjectNode update = updates.awaitNext(PAUSE_MILLIS);
                if (update == null) {
                    continue;
                }
                if (post(update)) {
                    updates.delivered(update);
                } else {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean post(ObjectNode update) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(updates.url()))
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(update.toString()));
        String secret = updates.secret();
        if (secret != null) {
            request.header(SECRET_HEADER, secret);
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() / 100 != 2) {
                updates.failed("Wrong response from the webhook: " + response.statusCode());
                return false;
            }
            if (response.body().length > 0) {
                JsonNode answer = ProtocolCodec.mapper().readTree(response.body());
                if (answer instanceof ObjectNode call && call.hasNonNull("method")) {
                    callInAnswer.accept(call);
                }
            }
            return true;
        } catch (IOException unavailable) {
            updates.failed("Connection refused");
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }
}
