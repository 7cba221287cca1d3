package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedLark}, which holds answers back. */
final class HeldLark implements HeldPlatform {
    static final String SECRET = "secret_of_lark";
    static final String KEY = "encrypt_key_of_lark";

    private final ScriptedLark lark = new ScriptedLark(LarkEvents.APP, SECRET, "ou_bot");

    HeldLark() throws IOException {}

    ScriptedLark lark() {
        return lark;
    }

    @Override
    public String name() {
        return "lark";
    }

    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("LARK_KEY", KEY, "LARK_SECRET", SECRET);
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("LARK_KEY");
        secrets.putArray("token").add("LARK_SECRET");
        bot.putObject("options").put("app_id", LarkEvents.APP).put("api_url", lark.apiUrl());
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        return LarkEvents.post(webhook, KEY, LarkEvents.message("oc_" + chat, lark.write("oc_" + chat), text))
                .statusCode();
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        lark.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return lark.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        lark.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return lark.messages("oc_" + chat).stream()
                .filter(message -> message.type().equals("interactive"))
                .map(LarkMessage::text)
                .toList();
    }

    @Override
    public void close() {
        lark.close();
    }
}
