package dev.agenthost.bench.report;

/**
 * One number and its required limit.
 *
 * @param measure of docs/benchmarks.md, for instance {@code B1}
 * @param what in words
 * @param unit empty for a ratio
 */
public record Figure(String measure, String what, double value, String unit, Bound bound) {
    public boolean isMet() {
        return bound.isMetBy(value);
    }

    /** The number with its unit. */
    public String text() {
        return (Bound.number(value) + " " + unit).strip();
    }

    /** The required limit, with its unit. */
    public String target() {
        return (bound + " " + unit).strip();
    }
}
