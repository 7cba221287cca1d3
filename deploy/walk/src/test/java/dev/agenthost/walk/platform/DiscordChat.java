package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A chat at a scripted Discord with a bot of the whole box: events over the Gateway and signed interactions in, messages out. */
interface DiscordChat extends PlatformScenario {

    HeldDiscord heldDiscord();

    @Test
    default void aMentionInAServerIsAnsweredOnceHoweverOftenItComes() {
        HeldDiscord platform = heldDiscord();
        register("discord-support");
        walk().demo.bind("discord-support", walk().demo.agent("a-discord", Demo.ECHO, NO_POLICIES));
        await("the session").atMost(LONG).until(platform::isConnected);
        String channel = "810000000000000001";
        String id = platform.discord().write(channel);
        ObjectNode message = DiscordEvents.message(
                platform.number("discord-support"), channel, id, "hello **Discord** and @everyone");

        platform.gateway().dispatch("MESSAGE_CREATE", message);
        platform.gateway().dispatch("MESSAGE_CREATE", message);

        await("the answer").atMost(LONG).until(() -> texts(channel).contains("Discord"));
        platform.deliver("discord-support", Long.parseLong(channel), "again");
        await("the second answer").atMost(LONG).until(() -> texts(channel).contains("again"));
        assertThat(shown(channel)).hasSize(2);
        assertThat(shown(channel).getFirst().repliesTo()).isEqualTo(id);
        assertThat(shown(channel)).noneMatch(DiscordMessage::mentionsAnybody);
    }

    @Test
    default void aQuestionAtDiscordIsAnsweredByItsButton() throws Exception {
        HeldDiscord platform = heldDiscord();
        String botId = "discord-asker";
        register(botId);
        walk().demo
                .bind(
                        "b-discord-asker",
                        botId,
                        walk().demo.agent("a-discord-asker", AskingAgent.ID, NO_POLICIES),
                        "message.received");
        await("the session").atMost(LONG).until(platform::isConnected);
        String channel = "820000000000000001";
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            platform.deliver(botId, Long.parseLong(channel), "deploy");
            await("the question").atMost(LONG).until(() -> shown(channel).size() == 1);
            DiscordMessage question = shown(channel).getFirst();

            ObjectNode press = platform.press(botId, channel, question, "No");
            String id = press.path("id").asText();
            platform.discord().interact(id, press.path("token").asText(), Instant.now());
            platform.interact(botId, press);
            await("the answer to the button").atMost(LONG).until(() -> texts(channel)
                    .contains("no of deploy"));
            assertThat(platform.discord().response(id)).as("within 3 s").isPresent();

            HttpResponse<String> late = DiscordEvents.post(
                    walk().box.frontDoor() + "/webhooks/discord/" + botId,
                    platform.key(),
                    platform.press(botId, channel, question, "Yes"));
            assertThat(late.statusCode()).isEqualTo(200);
            assertThat(texts(channel)).doesNotContain("yes of deploy");
        }
    }

    private String texts(String channel) {
        return shown(channel).stream().map(DiscordMessage::content).toList().toString();
    }

    private List<DiscordMessage> shown(String channel) {
        return heldDiscord().discord().messages(channel).stream()
                .filter(DiscordMessage::isOfBot)
                .toList();
    }

    private void register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "discord");
        heldDiscord().complete(bot);
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }
}
