package dev.agenthost.orchestrator.tool.networknt;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import org.jspecify.annotations.Nullable;

/**
 * A stranger's pattern on a stranger's text, by an engine that takes as many steps as pattern and text are long, and never goes back. A
 * pattern that it does not know (one that looks ahead, or refers to what it found), that is too large, or for which no steps are left
 * counts as matched, and the judgement knows that this was a guess.
 */
final class BoundedPattern implements RegularExpression {
    private static final int LONGEST = 2_000;
    private static final int MOST_STATES = 2_000;
    private static final java.util.regex.Pattern UNICODE =
            java.util.regex.Pattern.compile("(?<!\\\\)((?:\\\\\\\\){0,50})\\\\u([0-9a-fA-F]{4})");

    private final @Nullable Pattern pattern;
    private final RegexStepBudget steps;

    /** @param steps of all patterns of one judgement */
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
