package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/** {@link ScriptedTelegram}, which holds answers back. */
final class HeldTelegram implements HeldPlatform {
    static final String TOKEN = "4000:AAF-secret";
    static final String HOOK = "hook_of_the_walk";

    private final ScriptedTelegram telegram = new ScriptedTelegram(TOKEN, "shop_bot");
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicLong nextUpdate = new AtomicLong(1);

    HeldTelegram() throws IOException {}

    ScriptedTelegram telegram() {
        return telegram;
    }

    @Override
    public String name() {
        return "telegram";
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("TELEGRAM_HOOK", HOOK, "TELEGRAM_TOKEN", TOKEN);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("agenthost.telegram.api-url", telegram.baseUrl());
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("TELEGRAM_HOOK");
        secrets.putArray("token").add("TELEGRAM_TOKEN");
        bot.putObject("options").put("user_id", 4000).put("username", "shop_bot");
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        ObjectNode message = FrontDoor.JSON
                .createObjectNode()
                .put("message_id", 1)
                .put("date", Instant.now().getEpochSecond());
        message.put("text", text);
        message.putObject("from").put("id", chat).put("is_bot", false).put("first_name", "P");
        message.putObject("chat").put("id", chat).put("type", "private");
        return post(webhook, "message", message).statusCode();
    }

    /** A person presses the button of a message with that data; returns the call in the answer of the webhook. */
    JsonNode press(String webhook, ObjectNode message, String data) throws Exception {
        ObjectNode press = FrontDoor.JSON
                .createObjectNode()
                .put("id", "press" + nextUpdate.get())
                .put("data", data);
        press.putObject("from")
                .put("id", message.at("/chat/id").asLong())
                .put("is_bot", false)
                .put("first_name", "Ada");
        press.set("message", message);
        return FrontDoor.JSON.readTree(post(webhook, "callback_query", press).body());
    }

    private HttpResponse<String> post(String webhook, String type, ObjectNode content) throws Exception {
        ObjectNode update = FrontDoor.JSON.createObjectNode().put("update_id", nextUpdate.getAndIncrement());
        update.set(type, content);
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json")
                .header("X-Telegram-Bot-Api-Secret-Token", HOOK)
                .POST(HttpRequest.BodyPublishers.ofString(update.toString()))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        telegram.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return telegram.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        telegram.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return telegram.messages(chat).stream()
                .map(message -> message.path("text").asText())
                .toList();
    }

    @Override
    public void close() {
        telegram.close();
        client.close();
    }
}
