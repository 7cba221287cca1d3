package dev.agenthost.actiongraph.markdown;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private reasoning inside of a text: {@code <think>} elements, as models write them and as the host passes on the reasoning of a
 * provider. It is never replayed (spec 001, Streaming). Code keeps the tag, because an answer or a declaration may be about it.
 */
public final class PrivateReasoning {
    private static final Pattern PART = Pattern.compile(
            MarkdownCode.FENCED_BLOCK + "|" + MarkdownCode.SPAN + "|(?<thought><think\\s*>.*?(?:</think\\s*>\\s*|\\z))",
            Pattern.DOTALL | Pattern.MULTILINE | Pattern.UNIX_LINES | Pattern.CASE_INSENSITIVE);

    private static final Pattern END = Pattern.compile("</think\\s*>\\s*\\z", Pattern.CASE_INSENSITIVE);

    private PrivateReasoning() {}

    /** The text without private reasoning; an element without its end has the rest of the text. A text that is one JSON object is kept. */
    public static String without(String text) {
        return without(text, thought -> true);
    }

    /** The text without those elements of private reasoning for which the condition is true; they are given with their tags. */
    public static String without(String text, Predicate<String> isRemoved) {
        if (text.stripLeading().startsWith("{")) {
            return text;
        }
        Matcher part = PART.matcher(text);
        StringBuilder words = new StringBuilder();
        int kept = 0;
        while (part.find()) {
            String thought = part.group("thought");
            if (thought != null && isRemoved.test(thought)) {
                words.append(text, kept, part.start());
                kept = part.end();
            }
        }
        return kept == 0 ? text : words.append(text, kept, text.length()).toString();
    }

    /** Returns true if the text ends within an element that has no end yet. */
    public static boolean isOpen(String text) {
        Matcher part = PART.matcher(text);
        String last = null;
        while (part.find()) {
            last = part.end() == text.length() ? part.group("thought") : null;
        }
        return last != null && !END.matcher(last).find();
    }
}
