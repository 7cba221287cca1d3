package dev.agenthost.orchestrator.wire;

/** Truncates untrusted texts for messages, logs and records, and removes characters that cannot be stored. */
public final class TruncatedText {
    /** The most characters of a name. */
    public static final int NAME = 100;
    /** The most characters of a line. */
    public static final int LINE = 300;

    private static final String ELLIPSIS = "…";

    private TruncatedText() {}

    /** Returns a truncated name. */
    public static String name(String text) {
        return cut(text, NAME);
    }

    /** Returns a truncated text in one line. */
    public static String line(String text) {
        return cut(text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip(), LINE);
    }

    /** Truncates a text, but never within a surrogate pair. */
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return JsonText.isClean(text) ? text : JsonText.clean(text);
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return JsonText.clean(text.substring(0, end)) + ELLIPSIS;
    }
}
