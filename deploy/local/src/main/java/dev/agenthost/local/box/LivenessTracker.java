package dev.agenthost.local.box;

import dev.agenthost.local.process.ProcessName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long each process has said of itself that it is not live. One that says nothing has not said so. */
final class LivenessTracker {
    private final Duration patience;
    private final Map<ProcessName, Long> since = new ConcurrentHashMap<>();

    /** @param patience how long it may say so before only a new one helps */
    LivenessTracker(Duration patience) {
        this.patience = patience;
    }

    /**
     * Answers whether it is to be started again, once for each time that it became so.
     *
     * @param nanos of a monotonic clock
     */
    boolean isPast(ProcessName name, boolean saysSo, long nanos) {
        if (!saysSo) {
            since.remove(name);
            return false;
        }
        Long began = since.putIfAbsent(name, nanos);
        if (began == null || nanos - began < patience.toNanos()) {
            return false;
        }
        since.remove(name);
        return true;
    }
}
