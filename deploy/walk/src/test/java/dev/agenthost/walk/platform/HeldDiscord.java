package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import dev.agenthost.testkit.discord.ScriptedDiscordGateway;
import dev.agenthost.testkit.discord.SignedInteraction;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@link ScriptedDiscord}, which holds answers back. Each bot has an application with a token and a server of its own, since the bots of one
 * token share a connection, and all connections receive every event.
 */
final class HeldDiscord implements HeldPlatform {
    private static final String TOKEN = "token-of-discord";
    private static final long FIRST_NUMBER = 700_000_000_000_000_001L;
    private static final int MOST_BOTS = 60;

    private final ScriptedDiscord discord = new ScriptedDiscord(TOKEN);
    private final ScriptedDiscordGateway gateway = new ScriptedDiscordGateway(TOKEN);
    private final SignedInteraction.Key key = new SignedInteraction.Key();
    private final Map<String, String> numbers = new ConcurrentHashMap<>();
    private final AtomicLong nextNumber = new AtomicLong(FIRST_NUMBER);

    HeldDiscord() throws IOException {
        discord.connect(gateway);
    }

    ScriptedDiscord discord() {
        return discord;
    }

    ScriptedDiscordGateway gateway() {
        return gateway;
    }

    SignedInteraction.Key key() {
        return key;
    }

    /** Returns the id of the application and of the server of a bot. */
    String number(String botId) {
        return numbers.computeIfAbsent(botId, any -> Long.toString(nextNumber.getAndIncrement()));
    }

    /** The bot is deleted. */
    void forget(String botId) {
        numbers.remove(botId);
    }

    /** Returns true if every bot has a session. */
    boolean isConnected() {
        return gateway.boundSessions() >= numbers.size();
    }

    /** A person mentions the bot. */
    void deliver(String botId, long chat, String text) {
        String channel = Long.toString(chat);
        gateway.dispatch("MESSAGE_CREATE", DiscordEvents.message(number(botId), channel, discord.write(channel), text));
    }

    /** Returns the interaction of a person with the button of a message. */
    ObjectNode press(String botId, String channel, DiscordMessage question, String label) {
        String customId = question.components().findParents("custom_id").stream()
                .filter(button -> button.path("label").asText().equals(label))
                .findFirst()
                .orElseThrow()
                .path("custom_id")
                .asText();
        return DiscordEvents.press(number(botId), channel, question.id(), customId);
    }

    /** Sends the interaction of a person to the bot. */
    void interact(String botId, ObjectNode interaction) {
        gateway.interact(TOKEN + "." + index(number(botId)), interaction);
    }

    private static int index(String number) {
        return (int) (Long.parseLong(number) - FIRST_NUMBER);
    }

    @Override
    public String name() {
        return "discord";
    }

    /** A message is sent again under its nonce. */
    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public Map<String, String> secrets() {
        return IntStream.range(0, MOST_BOTS)
                .boxed()
                .collect(Collectors.toMap(HeldDiscord::secret, index -> TOKEN + "." + index));
    }

    @Override
    public void complete(ObjectNode bot) {
        String number = number(bot.path("bot_id").asText());
        bot.putObject("secrets").putArray("token").add(secret(index(number)));
        bot.putObject("options")
                .put("application_id", number)
                .put("public_key", key.publicKey())
                .put("guild_id", number)
                .put("api_url", discord.apiUrl());
    }

    private static String secret(int index) {
        return "DISCORD_TOKEN_" + index;
    }

    /** Events arrive over the connections of the bots; a bot without one is not known yet. */
    @Override
    public int report(String webhook, long chat, String text) {
        if (!isConnected()) {
            return 404;
        }
        deliver(webhook.substring(webhook.lastIndexOf('/') + 1), chat, text);
        return 200;
    }

    @Override
    public void holdAnswers(LongPredicate isLost) {
        discord.holdAnswers(isLost);
    }

    @Override
    public int heldAnswers() {
        return discord.heldAnswers();
    }

    @Override
    public void dropAnswers() {
        discord.dropAnswers();
    }

    @Override
    public List<String> shown(long chat) {
        return discord.messages(Long.toString(chat)).stream()
                .filter(DiscordMessage::isOfBot)
                .map(DiscordMessage::content)
                .toList();
    }

    @Override
    public void close() {
        gateway.close();
        discord.close();
    }
}
