package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.topic.TopicRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Kills delivery-service (SIGKILL) while messages that a platform has shown are not recorded as sent: the platform holds their answers
 * back. Each round interrupts so many messages of bots that repeat, and as many of bots that leave; one in six never reached the chat.
 * On a platform with keys, or whose messages are looked for, each is there once under either policy.
 * {@code -Dwalk.interrupted.kills=20} makes 20 kills with 500 interrupted messages for each policy.
 */
interface InterruptedSends extends PlatformScenario {
    int KILLS = Integer.getInteger("walk.interrupted.kills", 1);
    /** Two messages at once for each bot whose speed is not known. */
    int BOTS = 15;

    int EACH = 2 * BOTS;
    List<String> POLICIES = List.of("repeat", "leave");
    Duration ROUND = Duration.ofMinutes(5);

    /** @param isRepeated true if the part was attempted more than once, by which an operator recognises a message that may be there twice */
    record Receipt(String status, String code, boolean isRepeated) {}

    HeldTelegram heldTelegram();

    HeldOneBot heldOneBot();

    HeldLark heldLark();

    HeldSlack heldSlack();

    HeldDiscord heldDiscord();

    HeldDingTalk heldDingTalk();

    HeldWeCom heldWeCom();

    HeldLine heldLine();

    /** Returns the settings by which no held call is given up, and no bot is slow, before the kill. */
    static Map<String, String> settings() {
        return Map.of(
                "agenthost.webhook.timeout",
                "10m",
                // All bots call one server.
                "agenthost.webhook.endpoint-concurrency",
                "64",
                "agenthost.webhook.claim-term",
                "20m");
    }

    @Test
    default void telegramLosesNothingByRepeatAndDoublesNothingByLeave() throws Exception {
        interrupt(heldTelegram());
    }

    @Test
    default void oneBotLosesNothingByRepeatAndDoublesNothingByLeave() throws Exception {
        interrupt(heldOneBot());
    }

    @Test
    default void larkLosesAndDoublesNothingWhateverThePolicy() throws Exception {
        interrupt(heldLark());
    }

    @Test
    default void slackLosesAndDoublesNothingWhateverThePolicy() throws Exception {
        interrupt(heldSlack());
    }

    @Test
    default void discordLosesAndDoublesNothingWhateverThePolicy() throws Exception {
        interrupt(heldDiscord());
    }

    @Test
    default void dingTalkLosesNothingByRepeatAndDoublesNothingByLeave() throws Exception {
        interrupt(heldDingTalk());
    }

    @Test
    default void weComLosesNothingByRepeatAndDoublesNothingByLeave() throws Exception {
        interrupt(heldWeCom());
    }

    @Test
    default void lineLosesAndDoublesNothingWhateverThePolicy() throws Exception {
        interrupt(heldLine());
    }

    private void interrupt(HeldPlatform platform) throws Exception {
        ObjectNode complete = FrontDoor.JSON.createObjectNode();
        // A preview would send the message before its part.
        complete.putObject("delivery_policy").put("streaming", false);
        String agent = walk().demo.agent("a-" + platform.name() + "-kill", Demo.ECHO, complete);
        for (int i = 0; i < BOTS; i++) {
            register(platform, "repeat", i, agent);
            register(platform, "leave", i, agent);
        }
        List<Long> repeated = new ArrayList<>();
        List<Long> left = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            walk().awaitReady();
            platform.holdAnswers(InterruptedSends::isLost);
            for (int i = 0; i < EACH; i++) {
                repeated.add(write(platform, "repeat", i, 1_000_000L + kill * 1_000L + i));
                left.add(write(platform, "leave", i, 2_000_000L + kill * 1_000L + i));
            }
            await("calls of round " + kill).atMost(ROUND).until(() -> platform.heldAnswers() == 2 * EACH);

            Instant killed = Instant.now();
            walk().box.kill("delivery-service", 1);
            platform.dropAnswers();

            int parts = 2 * EACH * kill;
            await("outcomes of round " + kill)
                    .atMost(ROUND)
                    .until(() -> receipts(platform).size() >= parts);
            assertThat(openSends()).as("sends without an outcome").isZero();
            System.out.println(platform.name() + ", kill " + kill + ": the last outcome "
                    + Duration.between(killed, lastOutcome()).toMillis() + " ms after it");
        }

        if (platform.hasKeys()) {
            eachIsThereOnce(platform, repeated, left);
        } else {
            thePolicyDecides(platform, repeated, left);
        }
        aMessageThatIsNotInterruptedIsThereOnce(platform);
        long shown = left.stream().filter(chat -> !isLost(chat)).count();
        System.out.println(platform.name() + ", interrupted for each policy: " + shown + " shown and "
                + (left.size() - shown) + " lost messages over " + KILLS + " kills");
    }

    private void eachIsThereOnce(HeldPlatform platform, List<Long> repeated, List<Long> left) {
        assertThat(Stream.concat(repeated.stream(), left.stream()))
                .allSatisfy(chat -> assertThat(platform.shown(chat)).containsExactly(textOf(chat)));
        assertThat(counts(platform))
                .containsOnly(Map.entry(new Receipt("delivered", "", true), (long) repeated.size() + left.size()));
    }

    private void thePolicyDecides(HeldPlatform platform, List<Long> repeated, List<Long> left) {
        assertThat(repeated).allSatisfy(chat -> assertThat(platform.shown(chat))
                .hasSize(isLost(chat) ? 1 : 2)
                .containsOnly(textOf(chat)));
        assertThat(left).allSatisfy(chat -> assertThat(platform.shown(chat)).hasSize(isLost(chat) ? 0 : 1));
        assertThat(counts(platform))
                .containsOnly(
                        Map.entry(new Receipt("delivered", "", true), (long) repeated.size()),
                        Map.entry(new Receipt("unknown", "bot.call_unknown", true), (long) left.size()));
    }

    private Map<Receipt, Long> counts(HeldPlatform platform) {
        Map<Receipt, Long> counts = new HashMap<>();
        receipts(platform).values().forEach(receipt -> counts.merge(receipt, 1L, Long::sum));
        return counts;
    }

    private void aMessageThatIsNotInterruptedIsThereOnce(HeldPlatform platform) throws Exception {
        int parts = receipts(platform).size();
        List<Long> chats =
                LongStream.range(3_000_000L, 3_000_000L + BOTS).boxed().toList();
        for (int i = 0; i < BOTS; i++) {
            write(platform, i % 2 == 0 ? "repeat" : "leave", i, chats.get(i));
        }

        await("outcomes without a kill")
                .atMost(ROUND)
                .until(() -> receipts(platform).size() == parts + BOTS);
        assertThat(chats).allSatisfy(chat -> assertThat(platform.shown(chat)).containsExactly(textOf(chat)));
        assertThat(receipts(platform).values())
                .filteredOn(new Receipt("delivered", "", false)::equals)
                .hasSize(BOTS);
    }

    private static boolean isLost(long chat) {
        return chat % 6 == 0;
    }

    private String textOf(long chat) {
        return "message " + chat;
    }

    /** Returns the receipt of each part of the interrupted bots. */
    private Map<String, Receipt> receipts(HeldPlatform platform) {
        Map<String, Receipt> receipts = new HashMap<>();
        TopicRecords.all(walk().box.bootstrapServers())
                .getOrDefault("agent.delivery-receipts", List.of())
                .forEach(record -> {
                    JsonNode receipt = read(record.value());
                    String conversation = receipt.path("conversation_key").asText();
                    if (receipt.path("surface").asText().equals(platform.name())
                            && POLICIES.stream().anyMatch(policy -> conversation.contains(botIds(platform, policy)))) {
                        receipts.put(
                                receipt.path("run_id").asText() + "/"
                                        + receipt.path("part").asText(),
                                new Receipt(
                                        receipt.path("status").asText(),
                                        receipt.path("error_code").asText(""),
                                        receipt.path("attempts").asInt() > 1));
                    }
                });
        return receipts;
    }

    /** Returns the number of sends without an outcome in the database. */
    private int openSends() throws SQLException {
        return query(
                "SELECT count(*) FROM delivery.sends WHERE status IN ('pending', 'claimed')", rows -> rows.getInt(1));
    }

    private Instant lastOutcome() throws SQLException {
        return query("SELECT max(answered_at) FROM delivery.sends", rows -> rows.getTimestamp(1)
                .toInstant());
    }

    interface Column<T> {
        T of(ResultSet rows) throws SQLException;
    }

    private <T> T query(String sql, Column<T> column) throws SQLException {
        var database = walk().box.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return column.of(rows);
        }
    }

    private JsonNode read(byte[] json) {
        try {
            return FrontDoor.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A bot that was registered a moment ago is not known to the replica yet. */
    private long write(HeldPlatform platform, String policy, int bot, long chat) {
        String webhook = walk().box.frontDoor() + "/webhooks/" + platform.name() + "/" + botId(platform, policy, bot);
        int status = await("the bot")
                .atMost(ROUND)
                .until(() -> platform.report(webhook, chat, textOf(chat)), answer -> answer != 404);
        assertThat(status).isIn(200, 204);
        return chat;
    }

    private void register(HeldPlatform platform, String policy, int number, String agent) {
        String botId = botId(platform, policy, number);
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", platform.name());
        platform.complete(bot);
        bot.withObject("/options").put("interrupted_calls", policy);
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
        walk().demo.bind(botId, agent);
    }

    private String botId(HeldPlatform platform, String policy, int number) {
        return botIds(platform, policy) + number % BOTS;
    }

    private String botIds(HeldPlatform platform, String policy) {
        return platform.name() + "-" + policy + "-";
    }
}
