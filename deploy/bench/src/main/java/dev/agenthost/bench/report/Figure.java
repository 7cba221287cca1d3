package dev.agenthost.bench.report;

/**
 * One number and what it is to reach.
 *
 * @param measure which of the measures in docs/benchmarks.md, for instance {@code B1}
 * @param what in words
 * @param unit empty for a ratio
 */
public record Figure(String measure, String what, double value, String unit, Bound bound) {
    public boolean isMet() {
        return bound.isMetBy(value);
    }

    /** The number with its unit. */
    public String said() {
        return (Bound.number(value) + " " + unit).strip();
    }

    /** What it is to reach, with its unit. */
    public String wanted() {
        return (bound + " " + unit).strip();
    }
}
