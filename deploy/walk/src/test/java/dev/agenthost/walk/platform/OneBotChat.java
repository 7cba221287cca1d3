package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.testkit.onebot.OneBotMessage;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests a bot by OneBot against all services: from the event of an implementation to the messages in its chat. */
interface OneBotChat extends PlatformScenario {

    /** A PNG of one pixel. */
    byte[] PHOTO = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    HeldOneBot heldOneBot();

    private ScriptedOneBot oneBot() {
        return heldOneBot().oneBot();
    }

    @Test
    default void aMessageIsAnsweredInTheChatAndALongAnswerInSeveral() throws Exception {
        walk().demo.bind("helper", walk().demo.agent("a-helper", Demo.ECHO, NO_POLICIES));
        register("helper");
        ObjectNode hello = oneBot().privateMessage(5001, text("hello"));

        receive("helper", hello);
        assertThat(oneBot().post(address("helper"), hello)).as("a repetition").isEqualTo(204);

        await("the answer").atMost(LONG).until(() -> !oneBot().messages("person_5001")
                .isEmpty());
        assertThat(oneBot().messages("person_5001").getFirst().text()).contains("hello");

        String words = "word ".repeat(900).strip();
        receive("helper", oneBot().groupMessage(8001, 5001, text(words)));

        await("the long answer").atMost(LONG).until(() -> words(oneBot().messages("group_8001")) >= 900);
        List<OneBotMessage> answers = oneBot().messages("group_8001");
        assertThat(answers).hasSizeBetween(3, 4);
        assertThat(answers.getFirst().types()).startsWith("reply", "at");
        assertThat(answers).allSatisfy(answer -> assertThat(answer.text()).hasSizeLessThan(2_100));
        assertThat(oneBot().messages("person_5001")).as("the repetition").hasSize(1);
    }

    @Test
    default void aPictureComesInAndAPictureGoesOut() throws Exception {
        walk().demo
                .bind(
                        "b-mirror",
                        "mirror",
                        walk().demo.agent("a-mirror", "plugin:walk/mirror/default", NO_POLICIES),
                        "message.received");
        register("mirror");
        byte[] picture = new byte[300_000];
        new Random(1).nextBytes(picture);
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), mirror(picture))) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            ArrayNode message = text("look");
            message.addObject()
                    .put("type", "image")
                    .putObject("data")
                    .put("file", "tower.png")
                    .put("url", oneBot().offer("tower.png", PHOTO));

            receive("mirror", oneBot().privateMessage(5002, message));

            await("the picture")
                    .atMost(LONG)
                    .until(() -> oneBot().messages("person_5002").size() == 2);
            assertThat(oneBot().messages("person_5002").getFirst().text()).isEqualTo("look: tower.png image/png 1");
            assertThat(oneBot().messages("person_5002").getLast().types()).containsExactly("image");
            assertThat(oneBot().messages("person_5002").getLast().file()).isEqualTo(picture);
        }
    }

    @Test
    default void aFileConnectsABotWithItsDefaultAgentAndTheHealthIsOk() throws Exception {
        ObjectNode file = FrontDoor.JSON.createObjectNode();
        file.putArray("bots").add(bot("alone").put("agent_id", "a-alone"));
        file.putArray("agents").addObject().put("agent_id", "a-alone").put("runner_id", Demo.ECHO);
        assertThat(walk().door.call("POST", "/api/v1/apply", file).status()).isEqualTo(200);

        receive("alone", oneBot().privateMessage(5003, text("hello")));
        await("the answer").atMost(LONG).until(() -> !oneBot().messages("person_5003")
                .isEmpty());

        receive("alone", oneBot().groupMessage(8003, 5003, text("among people")));
        ArrayNode mention = text("to the bot ");
        mention.addObject().put("type", "at").putObject("data").put("qq", "4000");
        receive("alone", oneBot().groupMessage(8003, 5003, mention));
        await("the answer to the mention").atMost(LONG).until(() -> !oneBot().messages("group_8003")
                .isEmpty());
        assertThat(oneBot().messages("group_8003")).singleElement().satisfies(answer -> assertThat(answer.text())
                .contains("to the bot"));

        var health = walk().door.call("GET", "/api/v1/bots/alone/health", null);
        assertThat(health.status()).isEqualTo(200);
        assertThat(health.body().path("status").asText())
                .as("%s", health.body())
                .isEqualTo("ok");
        assertThat(health.body().at("/reported/user_id").asLong()).isEqualTo(4000);
    }

    private RunnerPlugin mirror(byte[] picture) {
        return RunnerPlugin.of("walk", "mirror").runner(RunnerSpec.named("default"), (context, out, api) -> {
            var photo = context.input().attachments().getFirst();
            out.artifact("image", "picture.bmp", "image/bmp", picture);
            out.message(context.input().text() + ": " + photo.name() + " " + photo.mimeType() + " "
                    + context.input().attachments().size());
        });
    }

    private long words(List<OneBotMessage> messages) {
        return messages.stream()
                        .map(OneBotMessage::text)
                        .collect(Collectors.joining(" "))
                        .split("word", -1)
                        .length
                - 1;
    }

    private ArrayNode text(String text) {
        ArrayNode message = JsonNodeFactory.instance.arrayNode();
        message.addObject().put("type", "text").putObject("data").put("text", text);
        return message;
    }

    /** A bot that was registered a moment ago is not known to the replica yet. */
    private void receive(String botId, ObjectNode event) {
        await("the bot").atMost(LONG).until(() -> oneBot().post(address(botId), event) == 204);
    }

    private String address(String botId) {
        return walk().box.frontDoor() + "/webhooks/onebot/" + botId;
    }

    private void register(String botId) {
        assertThat(walk().door.call("POST", "/api/v1/bots", bot(botId)).status())
                .isEqualTo(201);
    }

    private ObjectNode bot(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "onebot");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("ONEBOT_HOOK");
        secrets.putArray("token").add("ONEBOT_TOKEN");
        bot.putObject("options").put("api_url", oneBot().apiUrl()).put("self_id", 4000);
        return bot;
    }
}
