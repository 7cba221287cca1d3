package dev.agenthost.bench.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Latencies as they come, from several threads. */
public final class Latencies {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(2);
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(LONGEST, DIGITS);
    private long errors;

    public synchronized void record(long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST));
    }

    public synchronized void error() {
        errors++;
    }

    public synchronized Summary summary() {
        return new Summary(
                histogram.getTotalCount(),
                errors,
                milliseconds(50),
                milliseconds(95),
                milliseconds(99),
                histogram.getMaxValue() / 1e6);
    }

    private double milliseconds(double percentile) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
