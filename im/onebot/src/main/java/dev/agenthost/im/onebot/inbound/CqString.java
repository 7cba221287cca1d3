package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a message in the form of a string as segments
 * (https://github.com/botuniverse/onebot-11/blob/master/message/string.md). Every string is a message: what is no CQ code is text.
 */
final class CqString {
    private static final String BEGIN = "[CQ:";

    private CqString() {}

    static List<OneBotObject> read(String message) {
        List<OneBotObject> segments = new ArrayList<>();
        int from = 0;
        while (from < message.length()) {
            int begin = message.indexOf(BEGIN, from);
            int end = begin < 0 ? -1 : message.indexOf(']', begin);
            if (end < 0) {
                break;
            }
            addText(segments, message.substring(from, begin));
            segments.add(code(message.substring(begin + BEGIN.length(), end)));
            from = end + 1;
        }
        addText(segments, message.substring(from));
        return segments;
    }

    private static void addText(List<OneBotObject> segments, String text) {
        if (!text.isEmpty()) {
            ObjectNode data = JsonNodeFactory.instance.objectNode().put("text", unescaped(text));
            segments.add(segment("text", data));
        }
    }

    private static OneBotObject code(String code) {
        String[] parts = code.split(",", -1);
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                data.put(parts[i].substring(0, equals), unescaped(parts[i].substring(equals + 1)));
            }
        }
        return segment(parts[0], data);
    }

    private static OneBotObject segment(String type, ObjectNode data) {
        ObjectNode segment = JsonNodeFactory.instance.objectNode().put("type", type);
        segment.set("data", data);
        return new OneBotObject(segment);
    }

    /** The ampersand is last, so that nothing is unescaped twice. */
    private static String unescaped(String text) {
        return text.replace("&#44;", ",")
                .replace("&#91;", "[")
                .replace("&#93;", "]")
                .replace("&amp;", "&");
    }
}
