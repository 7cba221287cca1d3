package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A chat at a scripted Lark with a bot of the whole box: signed and encrypted events in, cards out. */
class LarkChatTest {
    private static final String SECRET = "secret_of_lark";
    private static final String KEY = "encrypt_key_of_lark";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final ObjectNode NO_POLICIES = FrontDoor.JSON.createObjectNode();

    private static ScriptedLark lark;
    private static WalkBox walk;

    @BeforeAll
    static void start() throws Exception {
        lark = new ScriptedLark(LarkEvents.APP, SECRET, "ou_bot");
        walk = WalkBox.withEcho(Map.of(
                "agenthost.secrets.\"LARK_KEY\"",
                KEY,
                "agenthost.secret-workspaces.\"LARK_KEY\"",
                "demo",
                "agenthost.secrets.\"LARK_SECRET\"",
                SECRET,
                "agenthost.secret-workspaces.\"LARK_SECRET\"",
                "demo",
                "agenthost.egress.allow",
                "127.0.0.0/8"));
    }

    @AfterAll
    static void stop() throws Exception {
        walk.close();
        lark.close();
    }

    @Test
    void aMessageIsAnsweredOnceByACardHoweverOftenItComes() throws Exception {
        register("support");
        walk.demo.bind("support", walk.demo.agent("a-lark", Demo.ECHO, NO_POLICIES));
        ObjectNode event = message("oc_support", "hello **Lark**");

        assertThat(deliver("support", event).statusCode()).isEqualTo(200);
        assertThat(deliver("support", event).statusCode()).isEqualTo(200);

        await("the answer").atMost(LONG).until(() -> cards("oc_support").size() == 1);
        assertThat(cards("oc_support").getFirst().text()).contains("hello **Lark**");
        assertThat(deliver("support", message("oc_support", "again")).statusCode())
                .isEqualTo(200);
        await("the second answer").atMost(LONG).until(() -> cards("oc_support").size() == 2);
        assertThat(cards("oc_support").getLast().text()).contains("again");
        assertThat(lark.calls("/tenant_access_token/internal")).hasSize(1);
    }

    @Test
    void aQuestionIsAnsweredByTheButtonOfItsCard() throws Exception {
        register("asker");
        walk.demo.bind(
                "b-lark-asker",
                "asker",
                walk.demo.agent("a-lark-asker", AskingAgent.ID, NO_POLICIES),
                "message.received");
        try (RunnerHost runner =
                RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), AskingAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("asker", message("oc_asker", "deploy"));
            await("the question").atMost(LONG).until(() -> cards("oc_asker").size() == 1);
            LarkMessage question = cards("oc_asker").getFirst();

            HttpResponse<String> pressed = deliver("asker", press(question, "No"));
            assertThat(FrontDoor.JSON.readTree(pressed.body()).at("/toast/type").asText())
                    .as(pressed.body())
                    .isEqualTo("success");
            await("the answer to the button").atMost(LONG).until(() -> cards("oc_asker").stream()
                    .anyMatch(card -> card.text().contains("no of deploy")));

            HttpResponse<String> late = deliver("asker", press(question, "Yes"));
            assertThat(FrontDoor.JSON.readTree(late.body()).at("/toast/type").asText())
                    .isEqualTo("warning");
        }
    }

    @Test
    void anAnswerGrowsInACardUntilItIsComplete() throws Exception {
        register("teller");
        walk.demo.bind(
                "b-lark-teller",
                "teller",
                walk.demo.agent("a-lark-teller", "plugin:walk/teller/default", NO_POLICIES),
                "message.received");
        CountDownLatch isSeen = new CountDownLatch(1);
        CountDownLatch hasGrown = new CountDownLatch(1);
        try (RunnerHost runner =
                RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), teller(isSeen, hasGrown))) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("teller", message("oc_teller", "tell"));

            await("the first words").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once")));
            isSeen.countDown();
            await("more words").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once upon")));
            hasGrown.countDown();
            await("the answer").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once **upon** a time")));

            LarkMessage card = cards("oc_teller").getFirst();
            assertThat(card.content().at("/config/streaming_mode").asBoolean()).isFalse();
        }
    }

    private static RunnerPlugin teller(CountDownLatch isSeen, CountDownLatch hasGrown) {
        RunnerSpec spec = RunnerSpec.named("default").capabilities("streaming");
        return RunnerPlugin.of("walk", "teller").runner(spec, (context, out, api) -> {
            out.delta("Once");
            isSeen.await();
            out.delta(" upon");
            hasGrown.await();
            out.message("Once **upon** a time");
        });
    }

    private static List<String> texts(String chat) {
        return cards(chat).stream().map(LarkMessage::text).toList();
    }

    private static List<LarkMessage> cards(String chat) {
        return lark.messages(chat).stream()
                .filter(message -> message.type().equals("interactive"))
                .toList();
    }

    private static ObjectNode message(String chat, String text) {
        return LarkEvents.message(chat, lark.write(chat), text);
    }

    private static ObjectNode press(LarkMessage question, String label) {
        JsonNode button = question.content().findParents("tag").stream()
                .filter(element -> element.path("tag").asText().equals("button"))
                .filter(element -> element.at("/text/content").asText().equals(label))
                .findFirst()
                .orElseThrow();
        ObjectNode payload = LarkEvents.event("card.action.trigger");
        ObjectNode event = payload.withObjectProperty("event");
        event.putObject("operator").put("open_id", "ou_5");
        event.putObject("action")
                .put("tag", "button")
                .set(
                        "value",
                        button.at("/behaviors/0/value").isMissingNode()
                                ? button.path("value")
                                : button.at("/behaviors/0/value"));
        event.putObject("context").put("open_message_id", question.id()).put("open_chat_id", question.chatId());
        return payload;
    }

    /** The replica reads a new bot within seconds. */
    private static HttpResponse<String> deliver(String botId, ObjectNode payload) {
        return await("the bot")
                .atMost(LONG)
                .until(
                        () -> LarkEvents.post(walk.box.frontDoor() + "/webhooks/lark/" + botId, KEY, payload),
                        answer -> answer.statusCode() != 404);
    }

    private static void register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "lark");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("LARK_KEY");
        secrets.putArray("token").add("LARK_SECRET");
        bot.putObject("options")
                .put("app_id", LarkEvents.APP)
                .put("open_id", "ou_bot")
                .put("api_url", lark.apiUrl());
        assertThat(walk.door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }
}
