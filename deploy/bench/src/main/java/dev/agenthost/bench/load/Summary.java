package dev.agenthost.bench.load;

import java.util.Set;

/**
 * What became of a load; times in milliseconds.
 *
 * @param count how many came out
 * @param errors how many did not: refused, ended badly, or not out within the patience of the load
 * @param reasons of the errors, the first few different ones
 */
public record Summary(long count, long errors, double p50, double p95, double p99, double max, Set<String> reasons) {
    public Summary {
        reasons = Set.copyOf(reasons);
    }
}
