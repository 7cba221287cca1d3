package dev.agenthost.orchestrator.runner;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** The known runners, the same for every replica. */
public interface RunnerDirectoryRepository {
    /** Returns the connected runners whose stored entry differs, is missing or was seen an hour ago; omits unreadable ones. */
    Uni<List<RunnerDirectoryEntry>> changed();

    /** Stores the entry; does nothing if an equal entry is stored. */
    Uni<Void> store(RunnerDirectoryEntry entry);

    /** Omits the entry until it changes, and logs that once. */
    void skip(RunnerDirectoryEntry entry, String why);

    /**
     * Publishes entries that were never published, or not for a day, and removes those not seen for long. Only one replica does so at a
     * time, so the records of a runner are in the order of its changes.
     */
    Uni<Void> publishPending(RunnerDirectoryProducer topic);
}
