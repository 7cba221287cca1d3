package dev.agenthost.actiongraph.markdown;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words of a text for a person: without the elements of the protocol (spec 001, Final Answer). Those are {@code <node-request>} and
 * {@code <tool_call>} with their contents, blocks of declarations, and the tags of a transcript. Quotations and other code are kept, because an
 * answer may explain the protocol. The text before the first element does not change.
 */
public final class VisibleText {
    /** A fenced block, a line of a quotation, a span of code in one line, the begin of an element, or another tag. */
    private static final Pattern PART = Pattern.compile(
            MarkdownCode.FENCED_BLOCK + "|(?<kept>^[ \\t]{0,3}>[^\\n]*|" + MarkdownCode.SPAN + ")" + """
            |<(?<element>node-request|tool_call)\\b(?<attributes>[^<>]*+)>?\
            |</(?:node-request|tool_call|turn)\\s*>\
            |<turn\\s+index[^<>]*+>\\s*(?:##\\s+Assistant answer\\s*)?""",
            Pattern.DOTALL | Pattern.MULTILINE | Pattern.UNIX_LINES | Pattern.CASE_INSENSITIVE);

    private static final Pattern END = Pattern.compile("</(?:node-request|tool_call)\\s*>", Pattern.CASE_INSENSITIVE);

    /** Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode Standard Annex 9, section 2). */
    private static final Pattern DIRECTION = Pattern.compile("[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private final String text;
    private final Matcher part;
    private final Matcher end;
    private boolean hasEnd = true;

    private VisibleText(String text) {
        this.text = text;
        this.part = PART.matcher(text);
        this.end = END.matcher(text);
    }

    /** The text without elements of the protocol; an element without its end has the rest of the text. */
    public static String of(String text) {
        return new VisibleText(text).words();
    }

    /**
     * The words of a text that stands beside words of the runtime, such as a title: characters that change the direction of what follows
     * them are escapes, because they would change how the words around them look.
     */
    public static String label(String text) {
        return DIRECTION
                .matcher(of(text))
                .replaceAll(
                        found -> "\\\\u{" + Integer.toHexString(found.group().charAt(0)) + "}");
    }

    /** The label of a text that may be absent; null if there are no words. */
    public static @Nullable String orNull(@Nullable String text) {
        String words = text == null ? "" : label(text);
        return words.isBlank() ? null : words;
    }

    private String words() {
        StringBuilder words = new StringBuilder();
        int shown = 0;
        int at = 0;
        while (at <= text.length() && part.find(at)) {
            at = part.end();
            if (!isKept()) {
                words.append(text, shown, part.start());
                at = part.group("element") == null ? part.end() : endOfElement();
                shown = at;
            }
        }
        return words.append(text, shown, text.length()).toString();
    }

    /** Returns true for a quotation, and for code that is no declaration. */
    private boolean isKept() {
        String info = part.group("info");
        return part.group("kept") != null
                || info != null
                        && !info.contains("agent-protocol")
                        && !info.strip().equals("tool_call");
    }

    /** The end of an element that begins. A tag without attributes and without an end is a mention: the tag alone is removed. */
    private int endOfElement() {
        hasEnd = hasEnd && end.find(part.end());
        if (hasEnd) {
            return end.end();
        }
        return part.group("attributes").isBlank() ? part.end() : text.length();
    }
}
