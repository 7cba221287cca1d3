package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The channels of {@link ScriptedDiscord} and their messages. */
final class ScriptedDiscordChannels {
    /** The page says "the past few minutes"; how many is assumed. */
    private static final Duration NONCE_LIFE = Duration.ofMinutes(3);

    /** Milliseconds of the first second of 2015 (https://docs.discord.com/developers/reference#snowflakes). */
    private static final long EPOCH = 1_420_070_400_000L;

    private final Map<String, List<DiscordMessage>> channels = new LinkedHashMap<>();
    private final Map<String, DiscordRefusal> refusals = new HashMap<>();
    private final Map<String, SentNonce> nonces = new HashMap<>();
    private long fileLimit = 20L * 1024 * 1024;
    private Duration passed = Duration.ZERO;
    private long lastId;
    private int typings;

    private record SentNonce(String channel, String message, Instant at) {}

    synchronized List<DiscordMessage> messages(String channel) {
        return List.copyOf(channels.getOrDefault(channel, List.of()));
    }

    synchronized String write(String channel) {
        String id = nextId();
        channels.computeIfAbsent(channel, name -> new ArrayList<>())
                .add(new DiscordMessage(
                        id,
                        false,
                        JsonNodeFactory.instance.objectNode().put("content", "hi"),
                        null,
                        List.of(),
                        List.of()));
        return id;
    }

    /** Refuses all calls of a channel. */
    synchronized void refuse(String channel, DiscordRefusal refusal) {
        refusals.put(channel, refusal);
    }

    synchronized void limitFiles(long bytes) {
        fileLimit = bytes;
    }

    synchronized void pass(Duration time) {
        passed = passed.plus(time);
    }

    synchronized int typings() {
        return typings;
    }

    /** https://docs.discord.com/developers/resources/message#create-message */
    synchronized ObjectNode post(String name, ObjectNode body, Map<String, byte[]> files) {
        List<DiscordMessage> channel = channel(name);
        ScriptedDiscordComponents.check(body, !files.isEmpty());
        checkFiles(body, files);
        String nonce = body.path("nonce").asText();
        if (nonce.length() > 25) {
            throw DiscordRefusal.ofMember("nonce", "BASE_TYPE_MAX_LENGTH");
        }
        Instant now = Instant.now().plus(passed);
        SentNonce sent = nonces.get(nonce);
        boolean isEnforced = body.path("enforce_nonce").asBoolean() && !nonce.isEmpty();
        if (isEnforced && sent != null && sent.at().plus(NONCE_LIFE).isAfter(now)) {
            // A message that was removed is not created again (https://github.com/discord/discord-api-docs/pull/6647).
            index(channel(sent.channel()), sent.message());
            return answer(sent.channel(), sent.message());
        }
        String repliesTo = repliesTo(channel, body.path("message_reference"));
        String id = nextId();
        channel.add(new DiscordMessage(
                id, true, body, repliesTo, List.of(), files.values().stream().toList()));
        if (!nonce.isEmpty()) {
            nonces.put(nonce, new SentNonce(name, id, now));
        }
        return answer(name, id);
    }

    /** https://docs.discord.com/developers/reference#uploading-files */
    private void checkFiles(ObjectNode body, Map<String, byte[]> files) {
        if (files.size() > 10) {
            throw DiscordRefusal.ofMember("attachments", "BASE_TYPE_MAX_LENGTH");
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (file.getValue().length > fileLimit) {
                throw new DiscordRefusal(413, 40005, "Request entity too large");
            }
            boolean isDescribed = body.path("attachments").valueStream().anyMatch(each -> file.getKey()
                    .equals("files[" + each.path("id").asText() + "]"));
            if (!isDescribed) {
                throw DiscordRefusal.ofMember("attachments", "ATTACHMENT_NOT_FOUND");
            }
        }
    }

    /** A reference to a message that does not exist is an error by default; its code is assumed. */
    private @Nullable String repliesTo(List<DiscordMessage> channel, JsonNode reference) {
        String id = reference.path("message_id").textValue();
        if (id == null) {
            return null;
        }
        boolean exists = channel.stream().anyMatch(message -> message.id().equals(id));
        if (!exists && reference.path("fail_if_not_exists").asBoolean(true)) {
            throw DiscordRefusal.ofMember("message_reference", "REPLIES_UNKNOWN_MESSAGE");
        }
        return exists ? id : null;
    }

    /** https://docs.discord.com/developers/resources/message#edit-message */
    synchronized ObjectNode edit(String name, String id, ObjectNode body) {
        List<DiscordMessage> channel = channel(name);
        int at = index(channel, id);
        if (!channel.get(at).isOfBot()) {
            throw new DiscordRefusal(403, 50005, "Cannot edit a message authored by another user");
        }
        ObjectNode changed = channel.get(at).body().deepCopy();
        changed.setAll(body);
        ScriptedDiscordComponents.check(changed, !channel.get(at).files().isEmpty());
        channel.set(at, channel.get(at).withBody(changed));
        return answer(name, id);
    }

    /** https://docs.discord.com/developers/resources/message#delete-message */
    synchronized Optional<ObjectNode> delete(String name, String id) {
        List<DiscordMessage> channel = channel(name);
        channel.remove(index(channel, id));
        return Optional.empty();
    }

    /**
     * A repetition has no further effect (assumed). An emoji that is not encoded, or none, is refused
     * (https://docs.discord.com/developers/resources/message#create-reaction).
     */
    synchronized Optional<ObjectNode> react(String name, String id, String emoji, boolean isAdded) {
        boolean isEmoji = emoji.matches("\\w{1,64}:[0-9]{1,20}")
                || emoji.codePoints().anyMatch(point -> point > 0x7f) && !emoji.contains(" ");
        List<DiscordMessage> channel = channel(name);
        int at = index(channel, id);
        if (!isEmoji) {
            throw new DiscordRefusal(400, 10014, "Unknown Emoji");
        }
        UnaryOperator<DiscordMessage> change = message -> message.withReaction(emoji, isAdded);
        channel.set(at, change.apply(channel.get(at)));
        return Optional.empty();
    }

    /** https://docs.discord.com/developers/resources/channel#trigger-typing-indicator */
    synchronized Optional<ObjectNode> type(String name) {
        channel(name);
        typings++;
        return Optional.empty();
    }

    private List<DiscordMessage> channel(String name) {
        DiscordRefusal refusal = refusals.get(name);
        if (refusal != null) {
            throw refusal;
        }
        List<DiscordMessage> channel = channels.get(name);
        if (channel == null) {
            throw new DiscordRefusal(404, 10003, "Unknown Channel");
        }
        return channel;
    }

    private static int index(List<DiscordMessage> channel, String id) {
        for (int at = 0; at < channel.size(); at++) {
            if (channel.get(at).id().equals(id)) {
                return at;
            }
        }
        throw new DiscordRefusal(404, 10008, "Unknown Message");
    }

    private static ObjectNode answer(String channel, String id) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put("channel_id", channel);
    }

    /** Each id is later than every one before it. */
    private String nextId() {
        lastId = Math.max(lastId + 1, (Instant.now().toEpochMilli() - EPOCH) << 22);
        return Long.toString(lastId);
    }
}
