package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.load.Target;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** People in private chats with a bot of a scripted Telegram, each of whom writes once and waits for the first message of the bot. */
public final class TelegramLoadClient implements Target, AutoCloseable {
    private static final String HOOK = "secret_of_updates";
    private static final String TOKEN = "4000:token_of_calls";
    private static final String BOT = "people";

    private final ScriptedTelegram telegram;
    private final AtomicLong nextPerson = new AtomicLong(10_000);
    private final Map<Long, CompletableFuture<Long>> waiting = new ConcurrentHashMap<>();

    public TelegramLoadClient() throws IOException {
        telegram = new ScriptedTelegram(TOKEN, "people_bot");
        telegram.onMessage(chat -> {
            CompletableFuture<Long> answered = waiting.remove(chat);
            if (answered != null) {
                answered.complete(System.nanoTime());
            }
        });
    }

    /** The settings of the box by service. */
    public Map<Service, Map<String, String>> settings() {
        Map<String, String> secrets = Map.of(
                "agenthost.secrets.\"HOOK\"",
                HOOK,
                "agenthost.secret-workspaces.\"HOOK\"",
                "demo",
                "agenthost.secrets.\"TOKEN\"",
                TOKEN,
                "agenthost.secret-workspaces.\"TOKEN\"",
                "demo",
                "agenthost.telegram.api-url",
                telegram.baseUrl(),
                "agenthost.egress.allow",
                "127.0.0.0/8");
        return Map.of(Service.EVENT_GATEWAY, secrets, Service.DELIVERY_SERVICE, secrets);
    }

    /** Registers the bot, which the bench runner answers, and its webhook. */
    public void register(BenchBox box) throws IOException, InterruptedException {
        box.serve(BOT, BenchRunner.ID, ProtocolCodec.mapper().createObjectNode());
        ObjectNode bot =
                ProtocolCodec.mapper().createObjectNode().put("bot_id", BOT).put("platform", "telegram");
        ObjectNode names = bot.putObject("secrets");
        names.putArray("webhook").add("HOOK");
        names.putArray("token").add("TOKEN");
        box.create("/api/v1/bots", bot);
        ObjectNode webhook = ProtocolCodec.mapper().createObjectNode().put("secret_token", HOOK);
        webhook.put("url", box.box().frontDoor() + "/webhooks/telegram/" + BOT);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(telegram.baseUrl() + "/bot" + TOKEN + "/setWebhook"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(webhook.toString()))
                    .build();
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status != 200) {
                throw new IOException("setWebhook answered " + status);
            }
        }
    }

    /** Another person writes; completes when the bot has sent the first message to this person. */
    @Override
    public CompletionStage<Long> begin(int number) {
        return write(nextPerson.incrementAndGet(), "hello");
    }

    /** This person writes; completes when the bot has sent the first message to this person. */
    public CompletableFuture<Long> write(long person, String text) {
        CompletableFuture<Long> answered = waiting.computeIfAbsent(person, chat -> new CompletableFuture<>());
        telegram.write(person, text);
        return answered;
    }

    /** The scripted platform. */
    public ScriptedTelegram telegram() {
        return telegram;
    }

    @Override
    public void close() {
        telegram.close();
    }
}
