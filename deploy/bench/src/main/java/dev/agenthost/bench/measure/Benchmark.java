package dev.agenthost.bench.measure;

import dev.agenthost.bench.testbed.BenchBox;

/** One of the measures that docs/benchmarks.md explains. */
@FunctionalInterface
public interface Benchmark {
    /** Measures on a warm box, and adds its findings. */
    void measure(BenchBox box, Durations durations, Findings findings) throws Exception;
}
