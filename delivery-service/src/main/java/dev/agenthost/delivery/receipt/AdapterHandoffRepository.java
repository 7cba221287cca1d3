package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Stores the parts that were published to adapters. */
public interface AdapterHandoffRepository {

    /** Finds a part that was or may have been published to this adapter, with any status; empty for every other part. */
    Uni<Optional<AdapterHandoff>> find(SendKey key, String adapter);

    /** Returns parts that have had no receipt for at least this age, oldest first. */
    Uni<List<AdapterHandoff>> withoutReceipt(Duration minAge, int limit);

    /**
     * Ends a part, with the complete receipt, also one whose hand-over is not recorded yet: an adapter that sends a receipt has the
     * part. Moves the applied offsets in the same transaction, also if the part has ended before. Changes nothing and fails if a stored
     * offset is lower than expected.
     *
     * @return false if the part has ended before: the first outcome counts
     */
    Uni<Boolean> close(AdapterHandoff part, SendOutcome outcome, List<OffsetAdvance> advances);
}
