package dev.agenthost.delivery.run;

import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Keeps the standings of runs. */
public interface ResultProgressRepository {

    /**
     * Applies a batch in one transaction: moves the applied offsets, loads the standings, plans, writes standings and sends. Batches of one
     * partition are applied one after another, whichever replica brings them. Fails with {@link DataRejectedException} when the database refuses what is
     * in it, with any other failure if the database is unavailable.
     */
    Uni<BatchPlan> apply(List<ResultRecord> records, List<OffsetAdvance> advances);

    /** The standing of a run; empty where none was seen, or it was long ago. */
    Uni<Optional<ResultProgress>> find(RunKey key);
}
