package dev.agenthost.orchestrator.tool.networknt;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/** A stranger's pattern on a stranger's text: after so many steps it counts as matched, for a few characters can take for ever. */
final class BoundedPattern implements RegularExpression {
    private static final int MOST_STEPS = 1_000_000;

    private final Pattern pattern;

    BoundedPattern(String text) {
        this.pattern = Pattern.compile(text);
    }

    @Override
    public boolean matches(String value) {
        try {
            return pattern.matcher(new Counted(value, new int[] {MOST_STEPS}, 0, value.length()))
                    .find();
        } catch (TooLong | StackOverflowError e) {
            return true;
        }
    }

    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("too many steps", null, false, false);
        }
    }

    private record Counted(String text, int[] left, int from, int to) implements CharSequence {
        @Override
        public int length() {
            return to - from;
        }

        @Override
        public char charAt(int index) {
            if (--left[0] < 0) {
                throw new TooLong();
            }
            return text.charAt(from + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text, left, from + start, from + end);
        }

        @Override
        public String toString() {
            return text.substring(from, to);
        }
    }
}
