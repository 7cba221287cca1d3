package dev.agenthost.orchestrator.runner;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** What is known of runners, the same for every replica. */
public interface RunnerDirectoryRepository {
    /** Those that are connected anywhere and kept otherwise, or not at all, or seen an hour ago. One that cannot be read is passed over. */
    Uni<List<RunnerDirectoryEntry>> changed();

    /** Keeps it; does nothing where it is kept so. */
    Uni<Void> keep(RunnerDirectoryEntry sighting);

    /** It is not looked at again while it stays as it is. Said once in the log. */
    void passOver(RunnerDirectoryEntry sighting, String why);

    /**
     * Tells what was not told yet, or not for a day, and forgets what nobody has seen for long. Only one replica does so at a time, so records
     * of one runner come in the order in which it changed.
     */
    Uni<Void> tell(RunnerDirectoryProducer topic);
}
