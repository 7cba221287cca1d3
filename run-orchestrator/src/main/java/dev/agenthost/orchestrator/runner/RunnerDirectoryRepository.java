package dev.agenthost.orchestrator.runner;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** The known runners, the same for every replica. */
public interface RunnerDirectoryRepository {
    /** The connected runners whose stored entry differs, is missing or was seen an hour ago. An unreadable one is left out. */
    Uni<List<RunnerDirectoryEntry>> changed();

    /** Stores the entry; does nothing if it is stored so. */
    Uni<Void> keep(RunnerDirectoryEntry sighting);

    /** Leaves the entry out as long as it does not change. Logged once. */
    void passOver(RunnerDirectoryEntry sighting, String why);

    /**
     * Publishes entries that were never published, or not for a day, and removes those not seen for long. Only one replica does so at a
     * time, so records of one runner come in the order of its changes.
     */
    Uni<Void> tell(RunnerDirectoryProducer topic);
}
