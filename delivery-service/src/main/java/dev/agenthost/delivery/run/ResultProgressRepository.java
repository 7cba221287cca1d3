package dev.agenthost.delivery.run;

import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Stores the progress of runs. */
public interface ResultProgressRepository {

    /**
     * Applies a batch in one transaction: advances the applied offsets, loads progress, plans, writes progress and sends. Batches of one
     * partition are applied one after another, by any replica. Fails with {@link DataRejectedException} if the database refuses the data,
     * and with any other failure if the database is unavailable.
     */
    Uni<BatchPlan> apply(List<ResultRecord> records, List<OffsetAdvance> advances);

    /** Finds the progress of a run; empty if the run is unknown or its row was deleted by age. */
    Uni<Optional<ResultProgress>> find(RunKey key);

    /** Finds the latest run of a conversation of a bot; empty for a conversation whose clients read the live stream. */
    Uni<Optional<ResultProgress>> latest(ConversationKey conversation);
}
