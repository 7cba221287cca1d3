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
 * The runs that this replica has released although the database may still name it as their owner. A sweep must not treat them as claims
 * with a lost response: their runner would start again. Thread-safe.
 */
public final class AbandonedRuns {
    /** Longer than the age at which a sweep finds a run that this replica does not execute. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    /**
     * A released run.
     *
     * @param cause the command that decides how the run ends
     */
    public record Started(ClaimedRun run, RunCommand cause) {}

    private record Entry(Started started, long at) {}

    private final Map<RunKey, Entry> entries = new ConcurrentHashMap<>();

    void add(ClaimedRun run, RunCommand because, long now) {
        entries.put(run.key(), new Entry(new Started(run, because), now));
    }

    /** Returns the run if this replica has started and released that attempt. */
    Optional<Started> find(RunKey key, int attempt) {
        return Optional.ofNullable(entries.get(key))
                .map(Entry::started)
                .filter(started -> started.run().attempt() == attempt);
    }

    /** Removes old runs that are not open in the repository. */
    void keepOnly(Set<RunKey> open, long now) {
        entries.entrySet()
                .removeIf(each ->
                        !open.contains(each.getKey()) && now - each.getValue().at() > KEPT.toNanos());
    }
}
