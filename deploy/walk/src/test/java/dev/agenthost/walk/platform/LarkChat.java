package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A chat at a scripted Lark with a bot of the whole box: signed and encrypted events in, cards out. */
interface LarkChat extends PlatformScenario {

    HeldLark heldLark();

    private ScriptedLark lark() {
        return heldLark().lark();
    }

    @Test
    default void aMessageIsAnsweredOnceByACardHoweverOftenItComes() throws Exception {
        register("lark-support");
        walk().demo.bind("lark-support", walk().demo.agent("a-lark", Demo.ECHO, NO_POLICIES));
        ObjectNode event = message("oc_support", "hello **Lark**");

        assertThat(deliver("lark-support", event).statusCode()).isEqualTo(200);
        assertThat(deliver("lark-support", event).statusCode()).isEqualTo(200);

        await("the answer")
                .atMost(LONG)
                .until(() -> texts("oc_support").toString().contains("hello **Lark**"));
        assertThat(cards("oc_support")).hasSize(1);
        assertThat(deliver("lark-support", message("oc_support", "again")).statusCode())
                .isEqualTo(200);
        await("the second answer")
                .atMost(LONG)
                .until(() -> texts("oc_support").toString().contains("again"));
        assertThat(cards("oc_support")).hasSize(2);
        assertThat(lark().calls("/tenant_access_token/internal")).hasSize(1);
    }

    @Test
    default void aQuestionIsAnsweredByTheButtonOfItsCard() throws Exception {
        register("lark-asker");
        walk().demo
                .bind(
                        "b-lark-asker",
                        "lark-asker",
                        walk().demo.agent("a-lark-asker", AskingAgent.ID, NO_POLICIES),
                        "message.received");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("lark-asker", message("oc_asker", "deploy"));
            await("the question").atMost(LONG).until(() -> cards("oc_asker").size() == 1);
            LarkMessage question = cards("oc_asker").getFirst();

            HttpResponse<String> pressed = deliver("lark-asker", LarkEvents.press(question, "No"));
            assertThat(FrontDoor.JSON.readTree(pressed.body()).at("/toast/type").asText())
                    .as(pressed.body())
                    .isEqualTo("success");
            await("the answer to the button").atMost(LONG).until(() -> cards("oc_asker").stream()
                    .anyMatch(card -> card.text().contains("no of deploy")));

            HttpResponse<String> late = deliver("lark-asker", LarkEvents.press(question, "Yes"));
            assertThat(FrontDoor.JSON.readTree(late.body()).at("/toast/type").asText())
                    .isEqualTo("warning");
        }
    }

    @Test
    default void anAnswerGrowsInACardUntilItIsComplete() throws Exception {
        register("lark-teller");
        walk().demo
                .bind(
                        "b-lark-teller",
                        "lark-teller",
                        walk().demo.agent("a-lark-teller", "plugin:walk/teller/default", NO_POLICIES),
                        "message.received");
        CountDownLatch isSeen = new CountDownLatch(1);
        CountDownLatch hasGrown = new CountDownLatch(1);
        try (RunnerHost runner = RunnerHost.connect(
                walk().box.runnerAddress(), walk().box.keys().runnerKey(), teller(isSeen, hasGrown))) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("lark-teller", message("oc_teller", "tell"));

            await("the first words").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once")));
            isSeen.countDown();
            await("more words").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once upon")));
            hasGrown.countDown();
            await("the answer").atMost(LONG).until(() -> texts("oc_teller").equals(List.of("Once **upon** a time")));

            LarkMessage card = cards("oc_teller").getFirst();
            assertThat(card.content().at("/config/streaming_mode").asBoolean()).isFalse();
        }
    }

    private RunnerPlugin teller(CountDownLatch isSeen, CountDownLatch hasGrown) {
        RunnerSpec spec = RunnerSpec.named("default").capabilities("streaming");
        return RunnerPlugin.of("walk", "teller").runner(spec, (context, out, api) -> {
            out.delta("Once");
            isSeen.await();
            out.delta(" upon");
            hasGrown.await();
            out.message("Once **upon** a time");
        });
    }

    private List<String> texts(String chat) {
        return cards(chat).stream().map(LarkMessage::text).toList();
    }

    private List<LarkMessage> cards(String chat) {
        return lark().messages(chat).stream()
                .filter(message -> message.type().equals("interactive"))
                .toList();
    }

    private ObjectNode message(String chat, String text) {
        return LarkEvents.message(chat, lark().write(chat), text);
    }

    /** The replica reads a new bot within seconds. */
    private HttpResponse<String> deliver(String botId, ObjectNode payload) {
        return await("the bot")
                .atMost(LONG)
                .until(
                        () -> LarkEvents.post(
                                walk().box.frontDoor() + "/webhooks/lark/" + botId, HeldLark.KEY, payload),
                        answer -> answer.statusCode() != 404);
    }

    private void register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "lark");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("LARK_KEY");
        secrets.putArray("token").add("LARK_SECRET");
        bot.putObject("options")
                .put("app_id", LarkEvents.APP)
                .put("open_id", "ou_bot")
                .put("api_url", lark().apiUrl());
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }
}
