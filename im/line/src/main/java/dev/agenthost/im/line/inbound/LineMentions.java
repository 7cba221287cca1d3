package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mentions of a text, each with its place (https://developers.line.biz/en/reference/messaging-api/#wh-text). A place is assumed to count
 * UTF-16 units.
 *
 * @param isOfBot true if one of them is of the bot
 * @param text without mentions of the bot and the space behind each
 * @param others the facts of the other mentions
 */
record LineMentions(boolean isOfBot, String text, List<ObjectNode> others) {

    static LineMentions of(String text, PlatformObject message, LineIdentity bot) {
        PlatformObject mention = message.object("mention");
        List<PlatformObject> mentionees = new ArrayList<>(mention == null ? List.of() : mention.list("mentionees"));
        mentionees.sort(Comparator.comparingLong(mentionee -> place(mentionee, "index")));
        List<ObjectNode> others = new ArrayList<>();
        StringBuilder kept = new StringBuilder();
        boolean isOfBot = false;
        int from = 0;
        for (PlatformObject mentionee : mentionees) {
            String words = excerpt(text, mentionee);
            if (!isBot(mentionee, bot)) {
                others.add(fact(mentionee, words));
                continue;
            }
            isOfBot = true;
            int index = (int) place(mentionee, "index");
            if (words != null && index >= from) {
                kept.append(text, from, index);
                from = index + words.length();
                from = from < text.length() && text.charAt(from) == ' ' ? from + 1 : from;
            }
        }
        return new LineMentions(isOfBot, kept.append(text, from, text.length()).toString(), others);
    }

    /** Returns the part of the text at {@code index} with that {@code length}; null if there is none. */
    static @Nullable String excerpt(String text, PlatformObject placed) {
        long index = place(placed, "index");
        long length = place(placed, "length");
        return index < 0
                        || length <= 0
                        || length > text.length() - index
                        || dividesPair(text, (int) index)
                        || dividesPair(text, (int) (index + length))
                ? null
                : text.substring((int) index, (int) (index + length));
    }

    private static boolean isBot(PlatformObject mentionee, LineIdentity bot) {
        String userId = mentionee.id("userId");
        return mentionee.node().path("isSelf").asBoolean() || userId != null && userId.equals(bot.userId());
    }

    private static ObjectNode fact(PlatformObject mentionee, @Nullable String words) {
        ObjectNode fact = JsonNodeFactory.instance.objectNode();
        if (words != null) {
            fact.put("text", words);
        }
        String userId = mentionee.id("userId");
        if (userId != null) {
            fact.put("user_id", userId);
        }
        return "all".equals(mentionee.text("type")) ? fact.put("all", true) : fact;
    }

    /** Returns -1 for anything but a whole number within the range of an array. */
    private static long place(PlatformObject placed, String name) {
        JsonNode value = placed.node().path(name);
        return value.isIntegralNumber() && value.canConvertToInt() ? value.intValue() : -1;
    }

    private static boolean dividesPair(String text, int index) {
        return index > 0
                && index < text.length()
                && Character.isHighSurrogate(text.charAt(index - 1))
                && Character.isLowSurrogate(text.charAt(index));
    }
}
