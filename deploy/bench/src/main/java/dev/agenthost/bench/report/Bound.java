package dev.agenthost.bench.report;

import java.util.Locale;

/** The required limit of a figure. */
public sealed interface Bound {
    boolean isMetBy(double value);

    /** No more than that. */
    record AtMost(double limit) implements Bound {
        @Override
        public boolean isMetBy(double value) {
            return value <= limit;
        }

        @Override
        public String toString() {
            return "≤ " + number(limit);
        }
    }

    /** No less than that. */
    record AtLeast(double limit) implements Bound {
        @Override
        public boolean isMetBy(double value) {
            return value >= limit;
        }

        @Override
        public String toString() {
            return "≥ " + number(limit);
        }
    }

    /** The shortest text of a number. */
    static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : "%.1f", value);
    }
}
