package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs that left this replica's hands though the ledger may still say that it holds them. They were started: whoever finds one
 * in the ledger must not take it for one whose claim was never answered, or what a runner has begun would be run again.
 * Thread-safe.
 */
public final class AbandonedRuns {
    /** Longer than the age at which the ledger shows a run that nobody here holds, so that none is forgotten before. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    /**
     * A run that was let go.
     *
     * @param because what happened to it, for whoever decides what becomes of it
     */
    public record Started(ClaimedRun run, RunCommand because) {}

    private record Entry(Started started, long at) {}

    private final Map<RunKey, Entry> entries = new ConcurrentHashMap<>();

    void add(ClaimedRun run, RunCommand because, long now) {
        entries.put(run.key(), new Entry(new Started(run, because), now));
    }

    /** The run, where that attempt of it was started here. */
    Optional<Started> find(RunKey key, int attempt) {
        return Optional.ofNullable(entries.get(key))
                .map(Entry::started)
                .filter(started -> started.run().attempt() == attempt);
    }

    /** Forgets what is not open in the ledger any more. */
    void keepOnly(Set<RunKey> open, long now) {
        entries.entrySet()
                .removeIf(each ->
                        !open.contains(each.getKey()) && now - each.getValue().at() > KEPT.toNanos());
    }
}
