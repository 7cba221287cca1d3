package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.testkit.line.ScriptedLine;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** {@link ScriptedLine}, which holds answers back. */
final class HeldLine implements HeldPlatform {
    private static final String ACCESS_TOKEN = "token_of_line";

    private final ScriptedLine line = new ScriptedLine(ACCESS_TOKEN, LineEvents.BOT);

    HeldLine() throws IOException {}

    ScriptedLine line() {
        return line;
    }

    @Override
    public String name() {
        return "line";
    }

    /** A push is sent again under its key. */
    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("LINE_TOKEN", ACCESS_TOKEN, "LINE_SECRET", LineEvents.SECRET);
    }

    @Override
    public void complete(ObjectNode bot) {
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("token").add("LINE_TOKEN");
        secrets.putArray("webhook").add("LINE_SECRET");
        bot.putObject("options").put("user_id", LineEvents.BOT).put("api_url", line.apiUrl());
    }

    @Override
    public int report(String webhook, long chat, String text) throws Exception {
        return LineEvents.post(webhook, LineEvents.text(person(chat), text)).statusCode();
    }

    private static String person(long chat) {
        return String.format("U%032x", chat);
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        line.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return line.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        line.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return line.messages(person(chat)).stream().map(LineMessage::text).toList();
    }

    @Override
    public void close() {
        line.close();
    }
}
