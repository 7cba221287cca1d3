package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message, from its segments (https://github.com/botuniverse/onebot-11/blob/master/message/segment.md).
 *
 * @param text what a person reads: mentions as {@code @<number>}, and a segment without a text by its name in brackets
 * @param isMentioned true if a segment mentions the bot
 * @param mentions of persons and of all members
 * @param replyTo id of the message that it replies to; null for none
 */
record MessageSegments(
        String text,
        boolean isMentioned,
        List<ObjectNode> mentions,
        @Nullable String replyTo,
        List<OneBotFile> files) {
    private static final String ALL = "all";

    /** Returns the content of a message in either form; null if it is in neither. */
    static @Nullable MessageSegments of(JsonNode message, long selfId) {
        if (message.isTextual()) {
            return of(CqString.read(message.textValue()), selfId);
        }
        if (!(message instanceof ArrayNode array)) {
            return null;
        }
        List<OneBotObject> segments = new ArrayList<>();
        for (JsonNode element : array) {
            OneBotObject segment = OneBotObject.of(element);
            if (segment != null && segment.text("type") != null) {
                segments.add(segment);
            }
        }
        return of(segments, selfId);
    }

    private static MessageSegments of(List<OneBotObject> segments, long selfId) {
        StringBuilder text = new StringBuilder();
        List<ObjectNode> mentions = new ArrayList<>();
        List<OneBotFile> files = new ArrayList<>();
        boolean isMentioned = false;
        String replyTo = null;
        for (int i = 0; i < segments.size(); i++) {
            OneBotObject segment = segments.get(i);
            String type = String.valueOf(segment.text("type")).toLowerCase(Locale.ROOT);
            OneBotObject given = segment.object("data");
            OneBotObject data = given == null ? new OneBotObject(JsonNodeFactory.instance.objectNode()) : given;
            switch (type) {
                case "text" -> text.append(raw(data, "text"));
                case "at" -> {
                    String who = data.text("qq");
                    if (who != null && (who.equals(ALL) || data.id("qq") != null)) {
                        isMentioned |= who.equals(Long.toString(selfId));
                        mentions.add(mention(who));
                        text.append('@').append(who);
                    }
                }
                case "reply" -> replyTo = data.text("id");
                case "image", "record", "video", "file" -> files.add(file(type, i, data));
                default -> text.append(named(type, data));
            }
        }
        return new MessageSegments(text.toString().strip(), isMentioned, mentions, replyTo, files);
    }

    private static ObjectNode mention(String who) {
        ObjectNode mention = JsonNodeFactory.instance.objectNode().put("text", "@" + who);
        return who.equals(ALL) ? mention.put(ALL, true) : mention.put("user_id", who);
    }

    private static OneBotFile file(String kind, int place, OneBotObject data) {
        String url = data.text("url");
        String name = data.text("name");
        String file = name == null ? data.text("file") : name;
        boolean isName = file != null && file.length() <= 255 && !file.contains("://") && !file.contains("/");
        Long size = data.number("file_size");
        return new OneBotFile(
                kind,
                Integer.toString(place),
                url != null && url.matches("(?i)https?://.+") ? url : null,
                isName ? file : null,
                size != null && size >= 0 ? size : null);
    }

    /** Returns a segment that is no text as a person would name it, with its title, text and address. */
    private static String named(String type, OneBotObject data) {
        String name = type.matches("[a-z0-9_]{1,32}") ? type : "unknown";
        List<String> facts =
                switch (name) {
                    case "face" -> List.of("id");
                    case "dice", "rps" -> List.of("result");
                    case "share", "music" -> List.of("title", "content", "url");
                    case "location" -> List.of("title", "content", "lat", "lon");
                    case "contact", "forward" -> List.of("type", "id");
                    default -> List.of();
                };
        StringBuilder text = new StringBuilder("[").append(name);
        for (String fact : facts) {
            String value = data.text(fact);
            if (value != null) {
                text.append(' ').append(value);
            }
        }
        return text.append(']').toString();
    }

    private static String raw(OneBotObject data, String name) {
        String text = data.text(name);
        return text == null ? "" : text;
    }
}
