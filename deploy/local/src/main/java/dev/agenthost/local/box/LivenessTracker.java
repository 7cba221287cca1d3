package dev.agenthost.local.box;

import dev.agenthost.local.process.ProcessName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tracks since when each process has reported that it is not live. A process that does not answer has not reported it. */
final class LivenessTracker {
    private final Duration patience;
    private final Map<ProcessName, Long> since = new ConcurrentHashMap<>();

    /** @param patience time after which such a process is restarted */
    LivenessTracker(Duration patience) {
        this.patience = patience;
    }

    /**
     * Returns true if the process must be restarted, once for each time that this becomes so.
     *
     * @param nanos of a monotonic clock
     */
    boolean isPast(ProcessName name, boolean notLiveNow, long nanos) {
        if (!notLiveNow) {
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
