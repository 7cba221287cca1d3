package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalk;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import dev.agenthost.testkit.lark.ScriptedLark;
import dev.agenthost.testkit.line.ScriptedLine;
import dev.agenthost.testkit.onebot.OneBotFault;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import dev.agenthost.testkit.wecom.ScriptedWeCom;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the health of bots by REST, with scripted platforms over HTTP. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class BotHealthTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String UNUSED = "http://127.0.0.1:9/webhooks/telegram/bot";

    @Inject
    BotRegistry bots;

    private ScriptedTelegram telegram;
    private ScriptedOneBot oneBot;

    @BeforeEach
    void start() throws IOException {
        URI address = URI.create(ConfigProvider.getConfig().getValue("agenthost.telegram.api-url", String.class));
        telegram = new ScriptedTelegram(DeliverySettings.BOT_TOKEN, "shop_bot", address.getPort());
        oneBot = new ScriptedOneBot(5000, DeliverySettings.BOT_TOKEN, "secret");
    }

    @AfterEach
    void stop() {
        telegram.close();
        oneBot.close();
    }

    @Test
    void aPolledBotIsOkAndIsAskedOnceInATerm() {
        String bot = telegramBot(options().put("receive", "polling").put("user_id", 4000), "BOT_TOKEN");

        for (int i = 0; i < 5; i++) {
            health(bot)
                    .body("status", equalTo("ok"))
                    .body("problems", hasSize(0))
                    .body("enabled", equalTo(true))
                    .body("platform", equalTo("telegram"))
                    .body("reported.username", equalTo("shop_bot"))
                    .body("reported.webhook_set", equalTo(false))
                    .body("checked_at", notNullValue());
        }

        assertThat(telegram.calls("getMe")).hasSize(1);
        assertThat(telegram.calls("getWebhookInfo")).hasSize(1);
    }

    @Test
    void theLastErrorOfTheWebhookIsShownWhileUpdatesWait() throws IOException {
        String bot = telegramBot(options(), "BOT_TOKEN");
        health(bot).body("problems.code", equalTo(List.of("webhook_missing"))).body("status", equalTo("degraded"));

        setWebhook();
        telegram.write(7, "hello");
        await().atMost(LIMIT).untilAsserted(() -> health(telegramBot(options(), "BOT_TOKEN"))
                .body("problems.code", equalTo(List.of("webhook_failing")))
                .body("problems[0].detail", equalTo("Connection refused"))
                .body("reported.last_error_message", equalTo("Connection refused"))
                .body("reported.last_error_at", notNullValue())
                .body("reported.pending_update_count", greaterThan(0)));
        String polled = telegramBot(options().put("receive", "polling"), "BOT_TOKEN");
        health(polled).body("problems[0].code", equalTo("webhook_set"));
    }

    @Test
    void aWrongTokenIsRefusedAndNeverShown() {
        health(telegramBot(options(), "WRONG_TOKEN"))
                .body("status", equalTo("refused"))
                .body("problems", hasSize(1))
                .body("problems[0].detail", equalTo("401 Unauthorized"))
                .body(not(containsString("AAF")));
        health(oneBot(options().put("api_url", oneBot.apiUrl()), "WRONG_TOKEN"))
                .body("status", equalTo("refused"))
                .body("problems[0].detail", equalTo("403 status 403"));
        health(telegramBot(options(), "NOT_CONFIGURED"))
                .body("status", equalTo("unknown"))
                .body("problems[0].code", equalTo("token_missing"))
                .body("reported", equalTo(Map.of()));
    }

    @Test
    void aServerWithFaultsIsDegradedOrUnreachable() throws IOException {
        telegram.failNext("getMe", new TelegramFault.TooManyRequests(7));
        health(telegramBot(options().put("receive", "polling"), "BOT_TOKEN"))
                .body("status", equalTo("degraded"))
                .body("problems[0].code", equalTo("failed"))
                .body("problems[0].detail", containsString("429 Too Many Requests: retry after 7"));
        telegram.failNext("getMe", new TelegramFault.ServerError());
        health(telegramBot(options(), "BOT_TOKEN")).body("problems[0].detail", containsString("500 "));
        telegram.failNext("getMe", new TelegramFault.Refusal(400, "x " + DeliverySettings.BOT_TOKEN));
        health(telegramBot(options(), "BOT_TOKEN"))
                .body("status", equalTo("refused"))
                .body("problems[0].detail", containsString("400 x "))
                .body(not(containsString("AAF")));
        telegram.failNext("getMe", new TelegramFault.LostAnswer());
        health(telegramBot(options(), "BOT_TOKEN")).body("status", equalTo("unreachable"));
        telegram.close();
        health(telegramBot(options(), "BOT_TOKEN"))
                .body("status", equalTo("unreachable"))
                .body("problems[0].code", equalTo("no_answer"))
                .body(not(containsString("AAF")));
    }

    @Test
    void aPlatformThatNeverAnswersIsUnreachableAfterTheTimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();

            health(oneBot(options().put("api_url", url), "BOT_TOKEN")).body("status", equalTo("unreachable"));
        }
        health(oneBot(options().put("api_url", "http://10.1.2.3:3000"), "BOT_TOKEN"))
                .body("status", equalTo("unknown"))
                .body("problems[0].code", equalTo("address_forbidden"));
    }

    @Test
    void anImplementationOfOneBotReportsAccountAndState() {
        ObjectNode options = options().put("api_url", oneBot.apiUrl());
        health(oneBot(options, "BOT_TOKEN"))
                .body("status", equalTo("ok"))
                .body("platform", equalTo("onebot"))
                .body("reported.user_id", equalTo(5000))
                .body("reported.online", equalTo(true))
                .body("reported.good", equalTo(true));
        oneBot.setState(false, false);
        health(oneBot(options.deepCopy().put("self_id", 5001), "BOT_TOKEN"))
                .body("status", equalTo("degraded"))
                .body("problems.code", equalTo(List.of("other_account", "offline", "not_good")));
        oneBot.setState(null, true);
        health(oneBot(options.deepCopy().put("self_id", 5000), "BOT_TOKEN"))
                .body("status", equalTo("ok"))
                .body("reported.online", nullValue());
    }

    @ParameterizedTest
    @CsvSource({"429,degraded", "502,degraded", "404,refused"})
    void aStatusOfOneBotIsRead(int status, String expected) {
        oneBot.failNext(new OneBotFault.Status(status));

        health(oneBot(options().put("api_url", oneBot.apiUrl()), "BOT_TOKEN"))
                .body("status", equalTo(expected))
                .body("problems[0].detail", containsString(Integer.toString(status)));
    }

    @Test
    void aFailedActionOfOneBotHasItsWords() {
        oneBot.failNext(new OneBotFault.Failed(1400, "not logged in"));

        health(oneBot(options().put("api_url", oneBot.apiUrl()), "BOT_TOKEN"))
                .body("problems[0].detail", equalTo("1400 not logged in"));
    }

    @Test
    void anAppAtSlackReportsItsWorkspace() throws IOException {
        try (ScriptedSlack slack = new ScriptedSlack(DeliverySettings.BOT_TOKEN)) {
            ObjectNode options = options().put("api_url", slack.apiUrl()).put("app_id", "A1");
            health(slack(options, "BOT_TOKEN"))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("slack"))
                    .body("reported.team_id", equalTo("T1"));
            health(slack(options.deepCopy().put("team_id", "T2"), "BOT_TOKEN"))
                    .body("problems.code", equalTo(List.of("other_account")));
            health(slack(options, "WRONG_TOKEN"))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", equalTo("401 invalid_auth"));
        }
    }

    @Test
    void anAppAtLarkReportsWhetherItIsActive() throws IOException {
        try (ScriptedLark lark = new ScriptedLark("cli_1", DeliverySettings.BOT_TOKEN, "ou_1")) {
            ObjectNode options = options().put("api_url", lark.apiUrl()).put("app_id", "cli_1");
            health(lark(options.deepCopy().put("open_id", "ou_1")))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("lark"))
                    .body("reported.open_id", equalTo("ou_1"))
                    .body("reported.activate_status", equalTo(2));
            lark.activate(1);
            health(lark(options.deepCopy().put("open_id", "ou_2")))
                    .body("status", equalTo("degraded"))
                    .body("problems.code", equalTo(List.of("other_account", "offline")));
            health(lark(options.deepCopy().put("app_id", "cli_2")))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", equalTo("10014 app secret invalid"));
        }
    }

    @Test
    void anAppAtDingTalkReportsWhetherItGetsAToken() throws IOException {
        try (ScriptedDingTalk dingTalk = new ScriptedDingTalk("ding1", DeliverySettings.BOT_TOKEN)) {
            ObjectNode options = options()
                    .put("api_url", dingTalk.apiUrl())
                    .put("client_id", "ding1")
                    .put("receive", "webhook");
            health(bot("demo", BotPlatform.DINGTALK, true, options, "BOT_TOKEN"))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("dingtalk"))
                    .body("reported.has_token", equalTo(true));
            health(bot("demo", BotPlatform.DINGTALK, true, options, "WRONG_TOKEN"))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", containsString("invalidClientIdOrSecret"));
        }
    }

    @Test
    void anApplicationAtWeComReportsItsName() throws IOException {
        try (ScriptedWeCom weCom = new ScriptedWeCom("ww1", DeliverySettings.BOT_TOKEN)) {
            ObjectNode options = options()
                    .put("api_url", weCom.apiUrl())
                    .put("corp_id", "ww1")
                    .put("agent_id", ScriptedWeCom.AGENT);
            health(bot("demo", BotPlatform.WECOM, true, options, "BOT_TOKEN"))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("wecom"))
                    .body("reported.name", equalTo("Helper"));
            weCom.disable();
            health(bot("demo", BotPlatform.WECOM, true, options, "BOT_TOKEN"))
                    .body("problems.code", equalTo(List.of("offline")));
            health(bot("demo", BotPlatform.WECOM, true, options, "WRONG_TOKEN"))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", containsString("40001"));
        }
    }

    @Test
    void aChannelAtLineReportsItsWebhook() throws IOException {
        String account = "U" + "f".repeat(32);
        try (ScriptedLine line = new ScriptedLine(DeliverySettings.BOT_TOKEN, account)) {
            ObjectNode options = options().put("api_url", line.apiUrl());
            health(bot("demo", BotPlatform.LINE, true, options.deepCopy().put("user_id", account), "BOT_TOKEN"))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("line"))
                    .body("reported.display_name", equalTo("Helper"));
            line.setWebhook(false);
            health(bot(
                            "demo",
                            BotPlatform.LINE,
                            true,
                            options.deepCopy().put("user_id", "U" + "e".repeat(32)),
                            "BOT_TOKEN"))
                    .body("problems.code", equalTo(List.of("other_account", "webhook_missing")));
            health(bot("demo", BotPlatform.LINE, true, options, "WRONG_TOKEN"))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", containsString("401"));
        }
    }

    @Test
    void anApplicationAtDiscordReportsItsIntents() throws IOException {
        try (ScriptedDiscord discord = new ScriptedDiscord(DeliverySettings.BOT_TOKEN)) {
            ObjectNode options = options().put("api_url", discord.apiUrl()).put("application_id", "700000000000000001");
            discord.describe(options().put("flags", 1 << 15 | 1 << 19).put("approximate_guild_count", 3));
            health(discord(options, "BOT_TOKEN"))
                    .body("status", equalTo("ok"))
                    .body("platform", equalTo("discord"))
                    .body("reported.username", equalTo("helper"))
                    .body("reported.guild_count", equalTo(3));
            discord.describe(options().put("flags", 1 << 15));
            health(discord(options.deepCopy().put("application_id", "700000000000000002"), "BOT_TOKEN"))
                    .body("status", equalTo("degraded"))
                    .body("problems.code", equalTo(List.of("other_account", "intent_missing")))
                    .body("problems[1].detail", containsString("Privileged Gateway Intents"));
            health(discord(options, "WRONG_TOKEN"))
                    .body("status", equalTo("refused"))
                    .body("problems[0].detail", containsString("401"));
        }
    }

    @Test
    void aPausedBotSaysSoAndABotOfAnotherWorkspaceIsUnknown() {
        String bot = bot("demo", BotPlatform.TELEGRAM, false, options().put("receive", "polling"), "BOT_TOKEN");
        health(bot).body("enabled", equalTo(false)).body("status", equalTo("ok"));
        int before = telegram.calls("getMe").size();

        read(DeliverySettings.OTHER_KEY, bot).statusCode(404);
        read(DeliverySettings.KEY, UUID.randomUUID().toString()).statusCode(404);
        read(DeliverySettings.ADAPTER_KEY, bot).statusCode(403);
        read(DeliverySettings.VIEWER_KEY, bot).statusCode(200);
        given().get("/api/v1/bots/" + bot + "/health").then().statusCode(401);
        // The secret of another workspace is none of this one.
        String foreign = bot("other", BotPlatform.TELEGRAM, true, options(), "BOT_TOKEN");
        read(DeliverySettings.OTHER_KEY, foreign).statusCode(200).body("problems[0].code", equalTo("token_missing"));

        assertThat(telegram.calls("getMe")).hasSize(before);
        BotRegistration known = bots.of(bot).orElseThrow();
        DeliveryTopics.publish(new BotRegistration(
                bot,
                "demo",
                known.platform(),
                bot,
                true,
                known.secrets(),
                known.options(),
                2,
                java.time.Instant.now()));
        await().atMost(LIMIT)
                .untilAsserted(() -> read(DeliverySettings.KEY, bot).statusCode(404));
    }

    private void setWebhook() throws IOException {
        ObjectNode parameters = options().put("url", UNUSED);
        try (var client = java.net.http.HttpClient.newHttpClient()) {
            client.send(
                    java.net.http.HttpRequest.newBuilder(URI.create(
                                    telegram.baseUrl() + "/bot" + DeliverySettings.BOT_TOKEN + "/setWebhook"))
                            .header("Content-Type", "application/json")
                            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(parameters.toString()))
                            .build(),
                    java.net.http.HttpResponse.BodyHandlers.discarding());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static ValidatableResponse health(String bot) {
        return read(DeliverySettings.KEY, bot).statusCode(200).body("bot_id", equalTo(bot));
    }

    private static ValidatableResponse read(String key, String bot) {
        return given().header("Authorization", "Bearer " + key)
                .get("/api/v1/bots/" + bot + "/health")
                .then();
    }

    private String telegramBot(ObjectNode options, String secret) {
        return bot("demo", BotPlatform.TELEGRAM, true, options, secret);
    }

    private String oneBot(ObjectNode options, String secret) {
        return bot("demo", BotPlatform.ONEBOT, true, options, secret);
    }

    private String slack(ObjectNode options, String token) {
        return bot("demo", BotPlatform.SLACK, true, options, token);
    }

    private String discord(ObjectNode options, String token) {
        return bot("demo", BotPlatform.DISCORD, true, options, token);
    }

    private String lark(ObjectNode options) {
        return bot("demo", BotPlatform.LARK, true, options, "BOT_TOKEN");
    }

    /** Publishes a bot, as binding-resolver does, and waits until this service knows it. */
    private String bot(String workspace, BotPlatform platform, boolean enabled, ObjectNode options, String secret) {
        String id = "bot-" + UUID.randomUUID();
        DeliveryTopics.publish(new BotRegistration(
                id, workspace, platform, id, enabled, Map.of("token", List.of(secret)), options, 1, null));
        await().atMost(LIMIT).until(() -> bots.of(id).isPresent());
        return id;
    }

    private static ObjectNode options() {
        return JsonNodeFactory.instance.objectNode();
    }
}
