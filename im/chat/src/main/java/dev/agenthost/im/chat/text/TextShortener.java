package dev.agenthost.im.chat.text;

/** Shortens texts to the limits of platforms. */
public final class TextShortener {
    private static final String ELLIPSIS = "…";

    private TextShortener() {}

    /**
     * Returns the text, or its beginning with an ellipsis. A pair of surrogates is not divided.
     *
     * @param most characters (UTF-16) of the result, 2 or more
     */
    public static String shorten(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + ELLIPSIS;
    }
}
