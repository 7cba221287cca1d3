package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.slack.SlackMessage;
import dev.agenthost.testkit.slack.SlackModal;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A chat at a scripted Slack with a bot of the whole box: signed events in, messages out. */
interface SlackChat extends PlatformScenario {

    HeldSlack heldSlack();

    private ScriptedSlack slack() {
        return heldSlack().slack();
    }

    @Test
    default void aMessageIsAnsweredOnceInItsThreadHoweverOftenItComes() throws Exception {
        register("slack-support");
        walk().demo.bind("slack-support", walk().demo.agent("a-slack", Demo.ECHO, NO_POLICIES));
        ObjectNode event = message("C1", "channel", "<@U1> hello *Slack*");
        String ts = event.at("/event/ts").asText();

        assertThat(deliver("slack-support", event).statusCode()).isEqualTo(200);
        assertThat(deliver("slack-support", event).statusCode()).isEqualTo(200);

        await("the answer").atMost(LONG).until(() -> texts("C1").contains("Slack"));
        assertThat(shown("C1")).hasSize(1);
        assertThat(texts("C1")).contains("hello");
        assertThat(shown("C1").getFirst().threadTs()).isEqualTo(ts);
        ObjectNode again = message("C1", "channel", "again");
        again.withObjectProperty("event").put("thread_ts", ts);
        assertThat(deliver("slack-support", again).statusCode()).isEqualTo(200);
        await("the second answer").atMost(LONG).until(() -> texts("C1").contains("again"));
        assertThat(shown("C1")).hasSize(2);
        assertThat(shown("C1").getLast().threadTs()).isEqualTo(ts);
    }

    @Test
    default void aQuestionIsAnsweredByItsButton() throws Exception {
        register("slack-asker");
        walk().demo
                .bind(
                        "b-slack-asker",
                        "slack-asker",
                        walk().demo.agent("a-slack-asker", AskingAgent.ID, NO_POLICIES),
                        "message.received");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("slack-asker", message("D7", "im", "deploy"));
            await("the question").atMost(LONG).until(() -> shown("D7").size() == 1);
            SlackMessage question = shown("D7").getFirst();

            assertThat(deliver("slack-asker", press(question, "No")).statusCode())
                    .isEqualTo(200);
            await("the answer to the button").atMost(LONG).until(() -> shown("D7").stream()
                    .anyMatch(message -> message.text().contains("no of deploy")));

            assertThat(deliver("slack-asker", press(question, "Yes")).statusCode())
                    .isEqualTo(200);
            assertThat(shown("D7")).noneMatch(message -> message.text().contains("yes of deploy"));
        }
    }

    @Test
    default void aQuestionWithAFieldIsAnsweredByItsModal() throws Exception {
        register("slack-former");
        walk().demo
                .bind(
                        "b-slack-former",
                        "slack-former",
                        walk().demo.agent("a-slack-former", FormAgent.ID, NO_POLICIES),
                        "message.received");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), FormAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            deliver("slack-former", message("D8", "im", "deliver"));
            await("the question").atMost(LONG).until(() -> shown("D8").size() == 1);

            ObjectNode press = press(shown("D8").getFirst(), "Answer");
            press.put("trigger_id", slack().views().trigger());
            assertThat(deliver("slack-former", press).statusCode()).isEqualTo(200);
            await("the modal").atMost(LONG).until(() -> slack().views().modals().size() == 1);
            SlackModal modal = slack().views().modals().getFirst();
            ObjectNode submission = modal.submission(SlackEvents.PERSON, Map.of("city", "Oslo & Bergen"));
            HttpResponse<String> closed = deliver("slack-former", submission);
            assertThat(closed.statusCode()).isEqualTo(200);
            assertThat(closed.body()).isEmpty();

            await("the answer").atMost(LONG).until(() -> texts("D8").contains("to Oslo &"));
            HttpResponse<String> again = deliver("slack-former", submission);
            assertThat(again.statusCode()).isEqualTo(200);
            assertThat(shown("D8")).hasSize(2);
        }
    }

    private String texts(String channel) {
        return shown(channel).stream().map(SlackMessage::text).toList().toString();
    }

    private List<SlackMessage> shown(String channel) {
        return slack().messages(channel).stream().filter(SlackMessage::isOfBot).toList();
    }

    private ObjectNode message(String channel, String type, String text) {
        return SlackEvents.message(channel, type, slack().write(channel), text);
    }

    private ObjectNode press(SlackMessage question, String label) {
        JsonNode button = question.blocks().findParents("action_id").stream()
                .filter(element -> element.at("/text/text").asText().equals(label))
                .findFirst()
                .orElseThrow();
        return SlackEvents.press("D7", question.ts(), (ObjectNode) button, slack().apiUrl() + "/response");
    }

    /** The replica reads a new bot within seconds. */
    private HttpResponse<String> deliver(String botId, ObjectNode payload) {
        return await("the bot")
                .atMost(LONG)
                .until(
                        () -> SlackEvents.post(
                                walk().box.frontDoor() + "/webhooks/slack/" + botId, HeldSlack.SIGNING, payload),
                        answer -> answer.statusCode() != 404);
    }

    private void register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "slack");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("SLACK_SIGNING");
        secrets.putArray("token").add("SLACK_TOKEN");
        bot.putObject("options").put("app_id", SlackEvents.APP).put("api_url", slack().apiUrl());
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }
}
