package dev.agenthost.bench.hostcalls;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import java.util.List;

/** All calls of one kind to one side, batch after batch. */
final class CallSeries {
    private final Latencies latencies = new Latencies();
    private long calls;
    private long nanos;

    /** Adds runs that began together. */
    void add(List<CallTiming> batch) {
        long begin = batch.stream().mapToLong(CallTiming::begin).min().orElseThrow();
        long end = batch.stream().mapToLong(CallTiming::end).max().orElseThrow();
        nanos += end - begin;
        for (var run : batch) {
            for (long call : run.nanos()) {
                latencies.record(call);
                calls++;
            }
            for (int i = 0; i < run.errors(); i++) {
                latencies.error("a call failed");
            }
        }
    }

    Summary summary() {
        return latencies.summary();
    }

    double perSecond() {
        return nanos == 0 ? 0 : calls * 1e9 / nanos;
    }
}
