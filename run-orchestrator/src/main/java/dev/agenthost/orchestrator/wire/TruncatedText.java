package dev.agenthost.orchestrator.wire;

/** Words of others, as far as they are repeated to anybody: never longer than this, and always such that they can be kept and sent. */
public final class TruncatedText {
    /** Characters of a name. */
    public static final int NAME = 100;
    /** Characters of a sentence. */
    public static final int LINE = 300;

    private static final String MORE = "…";

    private TruncatedText() {}

    /** A name that was said. */
    public static String name(String said) {
        return cut(said, NAME);
    }

    /** A text in one line. */
    public static String line(String said) {
        return cut(said.replaceAll("[\\p{Cntrl}\\s]+", " ").strip(), LINE);
    }

    /** Never within a character. */
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return JsonText.isClean(text) ? text : JsonText.clean(text);
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return JsonText.clean(text.substring(0, end)) + MORE;
    }
}
