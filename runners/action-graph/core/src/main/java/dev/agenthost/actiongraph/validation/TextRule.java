package dev.agenthost.actiongraph.validation;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The permitted strings of a member.
 *
 * @param longest most Unicode code points
 * @param permitted the form of the whole string
 * @param form the form in words, as the rest of "must be …"
 */
public record TextRule(int longest, Predicate<String> permitted, String form) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:/@-]*");

    /** An id of an action: letters, digits, {@code _} and {@code -}, at most 64. A point would end it in a reference. */
    public static final TextRule ACTION_ID =
            new TextRule(64, NAME.asMatchPredicate(), "a letter, then letters, digits, _ or -, at most 64 characters");

    /** An id of a run: at most 128 characters. */
    public static final TextRule RUN_ID = new TextRule(
            128, NAME.asMatchPredicate(), "the run_id of an observation: a letter, then letters, digits, _ or -");

    /** A name of an executor, a capability or an operation: at most 128 characters. */
    public static final TextRule LABEL_TEXT = new TextRule(
            128, LABEL.asMatchPredicate(), "a name of letters, digits and _ . : / @ -, at most 128 characters");

    /** A line for people: not blank, no control characters. */
    public static TextRule line(int longest) {
        return new TextRule(
                longest,
                text -> !text.isBlank() && text.chars().noneMatch(Character::isISOControl),
                "one line that is not blank and has no control characters");
    }

    /** Text for people or models: not blank, no control characters but line breaks and tabs. */
    public static TextRule prose(int longest) {
        return new TextRule(
                longest,
                text -> !text.isBlank() && text.chars().allMatch(TextRule::isPermittedInProse),
                "text that is not blank and has no control characters but line breaks and tabs");
    }

    /** Returns the error of a string at that path, or null if the string is permitted. */
    @Nullable
    Violation breach(String text, String path) {
        int length = text.codePointCount(0, text.length());
        if (length > longest) {
            return new Violation(path, Rule.FIELD_LIMIT, "has " + length + " characters; the limit is " + longest);
        }
        return permitted.test(text) ? null : new Violation(path, Rule.FIELD_VALUE, "must be " + form);
    }

    private static boolean isPermittedInProse(int character) {
        return !Character.isISOControl(character) || character == '\n' || character == '\r' || character == '\t';
    }
}
