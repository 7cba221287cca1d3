package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.lark.ScriptedLarkConnection;
import dev.agenthost.testkit.slack.ScriptedSocketMode;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Bots whose events arrive over a connection that event-gateway opens: it is killed while an event is on its way. */
interface ChatConnections extends PlatformScenario {
    HeldLark heldLark();

    HeldSlack heldSlack();

    HeldDiscord heldDiscord();

    @Test
    default void anEventOfSocketModeIsAnsweredOnceThoughEventGatewayDies() {
        HeldSlack slack = heldSlack();
        try (ScriptedSocketMode socketMode = new ScriptedSocketMode(SlackEvents.APP, HeldSlack.APP_TOKEN)) {
            slack.slack().connectBy(socketMode);
            ObjectNode bot = bot("slack-connected", slack);
            bot.putObject("secrets").putArray("app").add("SLACK_APP_TOKEN");
            bot.withObjectProperty("secrets").putArray("token").add("SLACK_TOKEN");
            connect(bot, () -> socketMode.connections() == 1);

            isAnsweredOnceThoughEventGatewayDies(
                    (chat, text) -> socketMode.deliver(
                            SlackEvents.message("D" + chat, "im", slack.slack().write("D" + chat), text)),
                    chat -> slack.shown(chat));
            disconnect("slack-connected");
        }
    }

    @Test
    default void anEventOfALongConnectionIsAnsweredOnceThoughEventGatewayDies() {
        HeldLark lark = heldLark();
        try (ScriptedLarkConnection connection = new ScriptedLarkConnection(LarkEvents.APP, HeldLark.SECRET)) {
            lark.lark().connectBy(connection);
            ObjectNode bot = bot("lark-connected", lark);
            bot.putObject("secrets").putArray("token").add("LARK_SECRET");
            connect(bot, () -> connection.connections() == 1);

            isAnsweredOnceThoughEventGatewayDies(
                    (chat, text) -> connection.deliver(
                            LarkEvents.message("oc_" + chat, lark.lark().write("oc_" + chat), text)),
                    chat -> lark.shown(chat));
            disconnect("lark-connected");
        }
    }

    @Test
    default void anEventOfTheGatewayIsAnsweredOnceThoughEventGatewayDies() {
        HeldDiscord discord = heldDiscord();
        connect(bot("discord-connected", discord), discord::isConnected);

        isAnsweredOnceThoughEventGatewayDies(
                (chat, text) -> discord.deliver("discord-connected", chat, text), discord::shown);
        disconnect("discord-connected");
        discord.forget("discord-connected");
    }

    private void isAnsweredOnceThoughEventGatewayDies(BiConsumer<Long, String> report, Shown shown) {
        long first = 90_001;
        long second = 90_002;
        report.accept(first, "first");
        await("the first answer").atMost(LONG).until(() -> isShown(shown.in(first), "first"));

        report.accept(second, "second");
        walk().box.kill("event-gateway", 1);

        await("the second answer").atMost(LONG).until(() -> isShown(shown.in(second), "second"));
        report.accept(first, "third");
        await("the answer over the next connection").atMost(LONG).until(() -> isShown(shown.in(first), "third"));
        assertThat(shown.in(first)).hasSize(2);
        assertThat(shown.in(second)).hasSize(1);
    }

    /** The messages of the bot in a chat. */
    interface Shown {
        List<String> in(long chat);
    }

    private static boolean isShown(List<String> texts, String text) {
        return texts.stream().anyMatch(shown -> shown.contains(text));
    }

    private static ObjectNode bot(String botId, HeldPlatform platform) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", platform.name());
        platform.complete(bot);
        bot.withObjectProperty("options").put("receive", "connection");
        return bot;
    }

    private void connect(ObjectNode bot, Callable<Boolean> isConnected) {
        String botId = bot.path("bot_id").asText();
        walk().demo.bind(botId, walk().demo.agent("a-" + botId, Demo.ECHO, NO_POLICIES));
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
        await("the connection").atMost(LONG).until(isConnected);
    }

    private void disconnect(String botId) {
        assertThat(walk().door.call("DELETE", "/api/v1/bots/" + botId, null).status())
                .isEqualTo(204);
    }
}
