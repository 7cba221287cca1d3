package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.regex.Pattern;

/** A pattern of event types for a binding: {@code message.received}, {@code message.*} or {@code *}. */
public record EventPattern(String value) {
    /** Longest pattern, in characters. */
    public static final int MAX_LENGTH = 200;

    /** The reason in the error for an invalid pattern. */
    static final String IS_NONE = "must be an event pattern: message.received, message.* or *";

    private static final String ANY = "*";
    private static final Pattern GRAMMAR = Pattern.compile("\\*|[a-z0-9_-]+(\\.[a-z0-9_-]+)*(\\.\\*)?");

    public EventPattern {
        if (!isPattern(value)) {
            throw new InvalidFieldException("", IS_NONE);
        }
    }

    public static boolean isPattern(String text) {
        return text.length() <= MAX_LENGTH && GRAMMAR.matcher(text).matches();
    }

    public boolean matches(String eventType) {
        if (value.equals(ANY)) {
            return true;
        }
        return isPrefix() ? eventType.startsWith(prefix()) : eventType.equals(value);
    }

    /** Returns a rank: an exact name over any prefix, a longer prefix over a shorter one, {@code *} last. */
    public int specificity() {
        if (value.equals(ANY)) {
            return 0;
        }
        return isPrefix() ? prefix().length() : Integer.MAX_VALUE;
    }

    private boolean isPrefix() {
        return value.endsWith(".*");
    }

    /** Returns the prefix with its last dot, so that {@code message.*} does not match {@code messages.lost}. */
    private String prefix() {
        return value.substring(0, value.length() - 1);
    }
}
