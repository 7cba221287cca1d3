package dev.agenthost.orchestrator.tool.networknt;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import org.jspecify.annotations.Nullable;

/**
 * Matches an untrusted pattern against an untrusted text in linear time, without backtracking. A pattern that the engine does not
 * support (lookahead, backreferences), that is too large, or that exceeds the step budget counts as matched, and the budget records
 * that this was a guess.
 */
final class BoundedPattern implements RegularExpression {
    private static final int LONGEST = 2_000;
    private static final int MOST_STATES = 2_000;
    private static final java.util.regex.Pattern UNICODE =
            java.util.regex.Pattern.compile("(?<!\\\\)((?:\\\\\\\\){0,50})\\\\u([0-9a-fA-F]{4})");

    private final @Nullable Pattern pattern;
    private final RegexStepBudget steps;

    /** @param steps the budget of all patterns of one validation */
    BoundedPattern(String text, RegexStepBudget steps) {
        this.pattern = compiled(text);
        this.steps = steps;
    }

    @Override
    public boolean matches(String value) {
        return pattern == null || !steps.take((value.length() + 1L) * pattern.programSize())
                ? steps.guess()
                : pattern.matcher(value).find();
    }

    private static @Nullable Pattern compiled(String text) {
        if (text.length() > LONGEST || PatternSize.isBeyond(text, MOST_STATES)) {
            return null;
        }
        try {
            return Pattern.compile(UNICODE.matcher(text).replaceAll("$1\\\\x{$2}"));
        } catch (PatternSyntaxException | StackOverflowError unknown) {
            return null;
        }
    }
}
