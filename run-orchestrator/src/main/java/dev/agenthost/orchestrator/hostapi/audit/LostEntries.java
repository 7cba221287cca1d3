package dev.agenthost.orchestrator.hostapi.audit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts audit entries that were not recorded, for one log line: an unavailable broker must not fill the log. Thread-safe. */
public final class LostEntries {
    private long count;
    private @Nullable String last;

    public synchronized void add(String why) {
        count++;
        last = why;
    }

    /** Returns one sentence about the entries lost since the last call; empty if none were lost. */
    public synchronized Optional<String> drainSummary() {
        if (count == 0) {
            return Optional.empty();
        }
        String sentence = "audit entries not recorded: " + count + ", the last because: " + last;
        count = 0;
        return Optional.of(sentence);
    }
}
