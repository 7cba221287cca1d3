package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Persons at a scripted LINE with a channel of the whole box: signed webhooks in, pushes with texts and buttons out. */
interface LineChat extends PlatformScenario {

    HeldLine heldLine();

    @Test
    default void aMessageAtLineIsAnsweredOnceHoweverOftenItComes() throws Exception {
        String person = "U" + "a1".repeat(16);
        String webhook = registerAtLine("line-support");
        walk().demo.bind("line-support", walk().demo.agent("a-line", Demo.ECHO, NO_POLICIES));
        JsonNode message = LineEvents.text(person, "hello LINE");

        postToLine(webhook, message);
        postToLine(webhook, message);

        await("the answer")
                .atMost(LONG)
                .until(() -> textsAtLine(person).toString().contains("hello LINE"));
        postToLine(webhook, LineEvents.text(person, "again"));
        await("the second answer")
                .atMost(LONG)
                .until(() -> textsAtLine(person).toString().contains("again"));
        assertThat(textsAtLine(person)).hasSize(2);
        assertThat(heldLine().line().loading()).contains(person);
    }

    @Test
    default void aQuestionIsAnsweredByItsButtonAtLine() throws Exception {
        String person = "U" + "b2".repeat(16);
        String webhook = registerAtLine("line-asker");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            walk().demo
                    .bind(
                            "b-line-asker",
                            "line-asker",
                            walk().demo.agent("a-line-asker", AskingAgent.ID, NO_POLICIES),
                            "message.received");
            await("the runner").atMost(LONG).until(runner::isRegistered);
            postToLine(webhook, LineEvents.text(person, "deploy"));
            await("the question").atMost(LONG).until(() -> !bubbles(person).isEmpty());

            postToLine(webhook, LineEvents.press(person, bubbles(person).getFirst(), 1));

            await("the answer to the button")
                    .atMost(LONG)
                    .until(() -> textsAtLine(person).toString().contains("no of deploy"));
        }
    }

    private String registerAtLine(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "line");
        heldLine().complete(bot);
        FrontDoor.Answer answer = walk().door.call("POST", "/api/v1/bots", bot);
        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        return walk().box.frontDoor() + "/webhooks/line/" + botId;
    }

    /** A bot that was registered a moment ago is not known to the replica yet. */
    private static void postToLine(String webhook, JsonNode event) {
        int status = await("the bot")
                .atMost(LONG)
                .until(() -> LineEvents.post(webhook, event).statusCode(), answer -> answer != 404);
        assertThat(status).isEqualTo(200);
    }

    private List<LineMessage> bubbles(String person) {
        return heldLine().line().messages(person).stream()
                .filter(shown -> shown.type().equals(LineMessage.FLEX))
                .toList();
    }

    private List<String> textsAtLine(String person) {
        return heldLine().line().messages(person).stream()
                .map(LineMessage::text)
                .toList();
    }
}
