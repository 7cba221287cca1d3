package dev.agenthost.actiongraph.result;

import java.util.function.IntFunction;

/** Cuts a text to a number of tokens. A cut text ends with a mark that states the missing characters. */
public final class TextLimiter {
    /** The first length that is tried; a search from the whole text would estimate a large text many times. */
    private static final int FIRST_LENGTH = 1_024;

    private final TokenEstimator tokens;

    public TextLimiter(TokenEstimator tokens) {
        this.tokens = tokens;
    }

    /** The beginning of a text, with an ellipsis as its last character if it is cut; a surrogate pair stays whole. */
    public static String characters(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }

    /** Returns true if the text takes at most that many tokens. */
    public boolean fits(String text, int most) {
        return tokens.tokens(text) <= most;
    }

    /** The longest beginning of the text that fits with its mark; the whole text if it fits; empty if not even the mark fits. */
    public String beginning(String text, int most) {
        return fits(text, most) ? text : longest(text, length -> cut(text, length), most);
    }

    /** The longest beginning of the text that fits with that mark behind it; empty if not even the mark fits. */
    String beginning(String text, String mark, int most) {
        return longest(text, length -> text.substring(0, end(text, length)) + mark, most);
    }

    private String longest(String text, IntFunction<String> cut, int most) {
        int low = 0;
        int high = Math.min(text.length(), FIRST_LENGTH);
        while (high < text.length() && fits(cut.apply(high), most)) {
            low = high;
            high = Math.min(text.length(), 2 * high);
        }
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (fits(cut.apply(middle), most)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        String longest = cut.apply(low);
        return fits(longest, most) ? longest : "";
    }

    private static String cut(String text, int length) {
        int end = end(text, length);
        return text.substring(0, end) + "\n[" + (text.length() - end) + " more characters]";
    }

    /** A surrogate pair stays whole. */
    private static int end(String text, int length) {
        return length > 0 && length < text.length() && Character.isHighSurrogate(text.charAt(length - 1))
                ? length - 1
                : length;
    }
}
