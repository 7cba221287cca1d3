package dev.agenthost.bench.load;

import java.util.Set;

/**
 * The outcome of a load; times in milliseconds.
 *
 * @param count number of successes
 * @param errors number of failures: refused, failed, or not finished within the timeout of the load
 * @param reasons of the errors, the first few different ones
 */
public record Summary(long count, long errors, double p50, double p95, double p99, double max, Set<String> reasons) {
    public Summary {
        reasons = Set.copyOf(reasons);
    }
}
