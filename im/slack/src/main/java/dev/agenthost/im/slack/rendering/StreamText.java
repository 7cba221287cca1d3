package dev.agenthost.im.slack.rendering;

import java.util.Optional;

/** Computes what is appended to a stream. Text that is appended once cannot be taken back. */
public final class StreamText {
    /** Longest text of a call (https://docs.slack.dev/reference/methods/chat.appendStream). */
    public static final int LONGEST = 12_000;

    /** Has no width. Slack's markup of mentions begins with a less-than sign, and with this behind it mentions nobody. */
    private static final String NO_MENTION = "<\u200B";

    private StreamText() {}

    /**
     * Returns the text that a stream lacks; blank if nothing is to be appended; empty if the stream cannot show the wanted text, because it
     * shows another beginning, or because the rest is too long for a call.
     *
     * @param shown the Markdown that was appended so far
     * @param wanted the Markdown that the stream should show
     */
    public static Optional<String> addition(String shown, String wanted) {
        if (!wanted.startsWith(shown)) {
            return Optional.empty();
        }
        String addition = wanted.substring(shown.length()).replace("<", NO_MENTION);
        return addition.length() > LONGEST ? Optional.empty() : Optional.of(addition);
    }

    /** Returns the text without white space and half a character at its end: what follows may change them. */
    static String complete(String markdown) {
        String text = markdown.stripTrailing();
        boolean endsInHalf = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
        return endsInHalf ? text.substring(0, text.length() - 1) : text;
    }
}
