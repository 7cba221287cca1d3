package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.slack.SlackMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedSlack}, which holds answers back. */
final class HeldSlack implements HeldPlatform {
    private static final String TOKEN = "xoxb-of-slack";
    static final String APP_TOKEN = "xapp-of-slack";
    static final String SIGNING = "signing_secret_of_slack";

    private final ScriptedSlack slack = new ScriptedSlack(TOKEN);

    HeldSlack() throws IOException {}

    ScriptedSlack slack() {
        return slack;
    }

    @Override
    public String name() {
        return "slack";
    }

    /** Messages are looked for by their keys. */
    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("SLACK_SIGNING", SIGNING, "SLACK_TOKEN", TOKEN, "SLACK_APP_TOKEN", APP_TOKEN);
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("SLACK_SIGNING");
        secrets.putArray("token").add("SLACK_TOKEN");
        bot.putObject("options").put("app_id", SlackEvents.APP).put("api_url", slack.apiUrl());
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        String channel = channel(chat);
        return SlackEvents.post(webhook, SIGNING, SlackEvents.message(channel, "im", slack.write(channel), text))
                .statusCode();
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        slack.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return slack.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        slack.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return slack.messages(channel(chat)).stream()
                .filter(SlackMessage::isOfBot)
                .map(SlackMessage::text)
                .toList();
    }

    private static String channel(long chat) {
        return "D" + chat;
    }

    @Override
    public void close() {
        slack.close();
    }
}
