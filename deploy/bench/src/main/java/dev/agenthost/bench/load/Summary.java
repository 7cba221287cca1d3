package dev.agenthost.bench.load;

/**
 * What became of a load; times in milliseconds.
 *
 * @param count how many came out
 * @param errors how many did not: refused, ended badly, or not out within the patience of the load
 */
public record Summary(long count, long errors, double p50, double p95, double p99, double max) {}
