package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.wecom.ScriptedWeCom;
import dev.agenthost.testkit.wecom.WeComMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedWeCom}, which holds answers back. */
final class HeldWeCom implements HeldPlatform {
    private static final String SECRET = "secret_of_wecom";

    private final ScriptedWeCom weCom = new ScriptedWeCom(WeComEvents.CORP, SECRET);

    HeldWeCom() throws IOException {}

    /** Returns the id of the person in a chat. */
    static String userId(long chat) {
        return "staff" + chat;
    }

    ScriptedWeCom weCom() {
        return weCom;
    }

    @Override
    public String name() {
        return "wecom";
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of(
                "WECOM_SECRET", SECRET, "WECOM_TOKEN", WeComEvents.TOKEN, "WECOM_ENCRYPTION_KEY", WeComEvents.KEY);
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("token").add("WECOM_SECRET");
        secrets.putArray("webhook").add("WECOM_TOKEN");
        secrets.putArray("encryption").add("WECOM_ENCRYPTION_KEY");
        bot.putObject("options")
                .put("corp_id", WeComEvents.CORP)
                .put("agent_id", ScriptedWeCom.AGENT)
                .put("api_url", weCom.apiUrl());
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        return WeComEvents.post(webhook, WeComEvents.text(userId(chat), text)).statusCode();
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        weCom.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return weCom.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        weCom.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return weCom.messages(userId(chat)).stream().map(WeComMessage::text).toList();
    }

    @Override
    public void close() {
        weCom.close();
    }
}
