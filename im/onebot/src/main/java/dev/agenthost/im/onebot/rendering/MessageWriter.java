package dev.agenthost.im.onebot.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.onebot.calls.OneBotCall;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes texts as messages of segments (https://github.com/botuniverse/onebot-11/blob/master/message/array.md). A text in a segment needs
 * no escapes.
 */
final class MessageWriter {
    /** Characters of a message (assumed: the standard has no limit). */
    static final int MESSAGE_CHARS = 2000;

    /** A number as inbound events show it, so that an agent can mention a person. */
    private static final Pattern MENTION =
            Pattern.compile("(?<![\\p{L}\\p{N}_@.])@(\\d{5,12})(?![\\p{L}\\p{N}_@]|\\.\\p{L})");

    private MessageWriter() {}

    /** @param isFirst true for the first messages of a part: in a group, they reply to the person's message and mention the person */
    static List<OneBotCall> messages(OneBotTarget target, FormattedText text, boolean isFirst) {
        List<OneBotCall> calls = new ArrayList<>();
        for (FormattedText message : TextSplitter.split(text, MESSAGE_CHARS)) {
            ArrayNode segments = JsonNodeFactory.instance.arrayNode();
            if (isFirst && calls.isEmpty() && target.isGroup()) {
                reply(target, segments);
            }
            if (target.isGroup()) {
                withMentions(message.text(), segments);
            } else {
                segment(segments, "text", "text", message.text());
            }
            calls.add(target.send(segments, null));
        }
        return calls;
    }

    private static void reply(OneBotTarget target, ArrayNode segments) {
        if (target.replyTo() != null) {
            segment(segments, "reply", "id", target.replyTo().toString());
            if (target.senderId() != null) {
                segment(segments, "at", "qq", target.senderId().toString());
                segment(segments, "text", "text", " ");
            }
        }
    }

    private static void withMentions(String text, ArrayNode segments) {
        Matcher mention = MENTION.matcher(text);
        int from = 0;
        while (mention.find()) {
            segment(segments, "text", "text", text.substring(from, mention.start()));
            segment(segments, "at", "qq", mention.group(1));
            from = mention.end();
        }
        segment(segments, "text", "text", text.substring(from));
    }

    private static void segment(ArrayNode segments, String type, String name, String value) {
        if (!value.isEmpty()) {
            segments.addObject().put("type", type).putObject("data").put(name, value);
        }
    }
}
