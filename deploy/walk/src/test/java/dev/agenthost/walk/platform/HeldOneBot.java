package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.onebot.OneBotMessage;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedOneBot}, which holds answers back. */
final class HeldOneBot implements HeldPlatform {
    private static final long SELF_ID = 4000;
    private static final String TOKEN = "token_of_onebot";
    private static final String HOOK = "hook_of_onebot";

    private final ScriptedOneBot oneBot = new ScriptedOneBot(SELF_ID, TOKEN, HOOK);

    HeldOneBot() throws IOException {}

    ScriptedOneBot oneBot() {
        return oneBot;
    }

    @Override
    public String name() {
        return "onebot";
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("ONEBOT_HOOK", HOOK, "ONEBOT_TOKEN", TOKEN);
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("ONEBOT_HOOK");
        secrets.putArray("token").add("ONEBOT_TOKEN");
        bot.putObject("options").put("api_url", oneBot.apiUrl()).put("self_id", SELF_ID);
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        return oneBot.post(webhook, oneBot.privateMessage(chat, JsonNodeFactory.instance.textNode(text)));
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        oneBot.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return oneBot.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        oneBot.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return oneBot.messages("person_" + chat).stream()
                .map(OneBotMessage::text)
                .toList();
    }

    @Override
    public void close() {
        oneBot.close();
    }
}
