package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalk;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedDingTalk}, which holds answers back. Chats are those of persons. */
final class HeldDingTalk implements HeldPlatform {
    static final String SECRET = "secret_of_dingtalk";

    private final ScriptedDingTalk dingTalk = new ScriptedDingTalk(DingTalkEvents.APP, SECRET);

    HeldDingTalk() throws IOException {}

    ScriptedDingTalk dingTalk() {
        return dingTalk;
    }

    /** Returns a new stream, over which all bots connect from now on. */
    ScriptedDingTalkStream stream() {
        ScriptedDingTalkStream stream = new ScriptedDingTalkStream(DingTalkEvents.APP, SECRET);
        dingTalk.forward("/v1.0/gateway/connections/open", stream.apiUrl());
        return stream;
    }

    /** Completes the registration of a bot whose messages arrive over a connection. */
    void completeConnected(ObjectNode bot) {
        complete(bot);
        bot.withObjectProperty("options").put("receive", "connection");
    }

    /** Deletes a bot: one that is still connected would take the messages of the next one of the app. */
    static void disconnect(WalkBox walk, String botId, ScriptedDingTalkStream stream) {
        assertThat(walk.door.call("DELETE", "/api/v1/bots/" + botId, null).status())
                .isEqualTo(204);
        await("the end of the connection").atMost(PlatformScenario.LONG).until(() -> stream.connections() == 0);
    }

    @Override
    public String name() {
        return "dingtalk";
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("DINGTALK_SECRET", SECRET);
    }

    @Override
    public void complete(ObjectNode bot) {
        bot.putObject("secrets").putArray("token").add("DINGTALK_SECRET");
        bot.putObject("options")
                .put("client_id", DingTalkEvents.APP)
                .put("receive", "webhook")
                .put("api_url", dingTalk.apiUrl());
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        return DingTalkEvents.post(webhook, SECRET, DingTalkEvents.toRobot("staff" + chat, text))
                .statusCode();
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        dingTalk.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return dingTalk.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        dingTalk.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return dingTalk.messages("staff" + chat).stream()
                .map(DingTalkMessage::text)
                .toList();
    }

    @Override
    public void close() {
        dingTalk.close();
    }
}
