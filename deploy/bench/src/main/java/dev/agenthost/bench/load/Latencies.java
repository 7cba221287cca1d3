package dev.agenthost.bench.load;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records latencies and errors, from several threads. */
public final class Latencies {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(2);
    private static final int DIGITS = 3;
    private static final int REASONS = 5;

    private final Histogram histogram = new Histogram(LONGEST, DIGITS);
    private final Set<String> reasons = new TreeSet<>();
    private long errors;

    public synchronized void record(long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST));
    }

    /** @param why in words; the first few different ones are stored */
    public synchronized void error(String why) {
        errors++;
        if (reasons.size() < REASONS) {
            reasons.add(why);
        }
    }

    public synchronized Summary summary() {
        return new Summary(
                histogram.getTotalCount(),
                errors,
                milliseconds(50),
                milliseconds(95),
                milliseconds(99),
                histogram.getMaxValue() / 1e6,
                reasons);
    }

    private double milliseconds(double percentile) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
