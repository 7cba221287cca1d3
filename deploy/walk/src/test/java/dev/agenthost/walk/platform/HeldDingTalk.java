package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalk;
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
