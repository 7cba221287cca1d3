package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import dev.agenthost.walk.topic.TopicRecords;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Kills delivery-service (SIGKILL) while messages that Telegram has shown are not recorded as sent: Telegram holds their answers back. Each
 * round interrupts so many messages of bots that repeat, and as many of bots that leave; one in six never reached the chat.
 * {@code -Dwalk.telegram.kills=20} makes 20 kills with 500 interrupted messages for each policy.
 */
class InterruptedSendsTest {
    private static final String TOKEN = "4000:AAF-secret";
    private static final String HOOK = "hook_of_the_walk";
    private static final int KILLS = Integer.getInteger("walk.telegram.kills", 3);
    /** Two messages at once for each bot whose speed is not known. */
    private static final int BOTS = 15;

    private static final int EACH = 2 * BOTS;
    private static final Duration LONG = Duration.ofMinutes(2);
    /** Time in which each interrupted message has an outcome. */
    private static final Duration OUTCOME = Duration.ofSeconds(60);

    private static ScriptedTelegram telegram;
    private static WalkBox walk;
    private static HttpClient client;

    private final Map<Long, String> textOf = new HashMap<>();
    private long nextUpdate = 1;

    @BeforeAll
    static void start() throws Exception {
        telegram = new ScriptedTelegram(TOKEN, "shop_bot");
        client = HttpClient.newHttpClient();
        walk = WalkBox.withEcho(Map.of(
                "agenthost.secrets.\"HOOK\"",
                HOOK,
                "agenthost.secrets.\"TOKEN\"",
                TOKEN,
                "agenthost.telegram.api-url",
                telegram.baseUrl(),
                "agenthost.egress.allow",
                "127.0.0.0/8",
                // So long that no held call is given up, and no bot is slow, before the kill.
                "agenthost.webhook.timeout",
                "10m",
                // All bots call one server.
                "agenthost.webhook.endpoint-concurrency",
                "64",
                "agenthost.webhook.claim-term",
                "20m"));
        String agent = walk.demo.agent("a-kill", Demo.ECHO, FrontDoor.JSON.createObjectNode());
        for (String policy : List.of("repeat", "leave")) {
            for (int i = 0; i < BOTS; i++) {
                register(policy + i, policy);
                walk.demo.bind(policy + i, agent);
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        walk.close();
        telegram.close();
        client.close();
    }

    @Test
    void repeatLosesNothingAndLeaveDoublesNothing() throws Exception {
        List<Long> repeated = new ArrayList<>();
        List<Long> left = new ArrayList<>();
        int interrupted = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            walk.awaitReady();
            telegram.holdAnswers(InterruptedSendsTest::isLost);
            for (int i = 0; i < EACH; i++) {
                repeated.add(write("repeat" + i % BOTS, 1_000_000L + kill * 1_000L + i));
                left.add(write("leave" + i % BOTS, 2_000_000L + kill * 1_000L + i));
            }
            await("calls of round " + kill).atMost(LONG).until(() -> telegram.heldAnswers() == 2 * EACH);

            walk.box.kill("delivery-service", 1);
            telegram.dropAnswers();

            int parts = 2 * EACH * kill;
            await("outcomes of round " + kill)
                    .atMost(OUTCOME)
                    .until(() -> outcomes().size() >= parts);
            interrupted += (int) left.stream()
                    .skip(left.size() - EACH)
                    .filter(chat -> !isLost(chat))
                    .count();
        }

        assertThat(repeated)
                .allSatisfy(chat -> assertThat(shown(chat)).isNotEmpty().allMatch(textOf.get(chat)::equals));
        assertThat(left).allSatisfy(chat -> assertThat(shown(chat)).hasSize(isLost(chat) ? 0 : 1));
        Map<String, Long> byStatus = new HashMap<>();
        outcomes().values().forEach(status -> byStatus.merge(status, 1L, Long::sum));
        assertThat(byStatus)
                .containsOnly(Map.entry("delivered", (long) repeated.size()), Map.entry("unknown", (long) left.size()));
        System.out.println("interrupted for each policy: " + interrupted + " shown and " + (left.size() - interrupted)
                + " lost messages over " + KILLS + " kills");
    }

    private static boolean isLost(long chat) {
        return chat % 6 == 0;
    }

    /** Returns the status of each part that has a receipt. */
    private static Map<String, String> outcomes() {
        Map<String, String> outcomes = new HashMap<>();
        TopicRecords.all(walk.box.bootstrapServers())
                .getOrDefault("agent.delivery-receipts", List.of())
                .forEach(record -> {
                    JsonNode receipt = read(record.value());
                    if (receipt.path("surface").asText().equals("telegram")) {
                        outcomes.put(
                                receipt.path("run_id").asText() + "/"
                                        + receipt.path("part").asText(),
                                receipt.path("status").asText());
                    }
                });
        return outcomes;
    }

    private static JsonNode read(byte[] json) {
        try {
            return FrontDoor.JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> shown(long chat) {
        return telegram.messages(chat).stream()
                .map(message -> message.path("text").asText())
                .toList();
    }

    private long write(String bot, long chat) throws Exception {
        String text = "message " + chat;
        textOf.put(chat, text);
        ObjectNode update = FrontDoor.JSON.createObjectNode().put("update_id", nextUpdate++);
        ObjectNode message = update.putObject("message").put("message_id", 1).put("date", 1_795_900_000L);
        message.put("text", text);
        message.putObject("from").put("id", chat).put("is_bot", false).put("first_name", "P");
        message.putObject("chat").put("id", chat).put("type", "private");
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(walk.box.frontDoor() + "/webhooks/telegram/" + bot))
                        .header("Content-Type", "application/json")
                        .header("X-Telegram-Bot-Api-Secret-Token", HOOK)
                        .POST(HttpRequest.BodyPublishers.ofString(update.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return chat;
    }

    private static void register(String botId, String policy) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "telegram");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("HOOK");
        secrets.putArray("token").add("TOKEN");
        bot.putObject("options")
                .put("user_id", 4000)
                .put("username", "shop_bot")
                .put("interrupted_calls", policy);
        assertThat(walk.door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }
}
