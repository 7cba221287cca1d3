package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.wecom.WeComMessage;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Persons at a scripted WeCom with an application of the whole box: encrypted callbacks in, messages and cards out. */
interface WeComChat extends PlatformScenario {

    HeldWeCom heldWeCom();

    @Test
    default void aMessageAtWeComIsAnsweredOnceHoweverOftenItComes() throws Exception {
        String webhook = register("wecom-support");
        walk().demo.bind("wecom-support", walk().demo.agent("a-wecom", Demo.ECHO, NO_POLICIES));
        String message = WeComEvents.text("ann1", "hello **WeCom**");

        post(webhook, message);
        post(webhook, message);

        await("the answer").atMost(LONG).until(() -> texts("ann1").toString().contains("hello **WeCom**"));
        post(webhook, WeComEvents.text("ann1", "again"));
        await("the second answer")
                .atMost(LONG)
                .until(() -> texts("ann1").toString().contains("again"));
        assertThat(texts("ann1")).hasSize(2);
    }

    @Test
    default void aQuestionIsAnsweredByTheButtonOfItsCardAtWeCom() throws Exception {
        String webhook = register("wecom-asker");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            walk().demo
                    .bind(
                            "b-wecom-asker",
                            "wecom-asker",
                            walk().demo.agent("a-wecom-asker", AskingAgent.ID, NO_POLICIES),
                            "message.received");
            await("the runner").atMost(LONG).until(runner::isRegistered);
            post(webhook, WeComEvents.text("bob1", "deploy"));
            await("the question").atMost(LONG).until(() -> messages("bob1").stream()
                    .anyMatch(shown -> shown.type().equals(WeComMessage.CARD)));
            WeComMessage question = messages("bob1").stream()
                    .filter(shown -> shown.type().equals(WeComMessage.CARD))
                    .findFirst()
                    .orElseThrow();

            post(webhook, WeComEvents.press(question, "No", "bob1"));

            await("the answer to the button")
                    .atMost(LONG)
                    .until(() -> texts("bob1").toString().contains("no of deploy"));
        }
    }

    private String register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "wecom");
        heldWeCom().complete(bot);
        FrontDoor.Answer answer = walk().door.call("POST", "/api/v1/bots", bot);
        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        return walk().box.frontDoor() + "/webhooks/wecom/" + botId;
    }

    /** A bot that was registered a moment ago is not known to the replica yet. */
    private static void post(String webhook, String document) {
        int status = await("the bot")
                .atMost(LONG)
                .until(() -> WeComEvents.post(webhook, document).statusCode(), answer -> answer != 404);
        assertThat(status).isEqualTo(200);
    }

    private List<WeComMessage> messages(String userId) {
        return heldWeCom().weCom().messages(userId);
    }

    private List<String> texts(String userId) {
        return messages(userId).stream().map(WeComMessage::text).toList();
    }
}
