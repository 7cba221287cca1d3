package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.SendKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Which receipts are still to be published. They are written by {@link dev.agenthost.delivery.send.SendRepository#finish}. */
public interface ReceiptRepository {

    /** Receipts that were not marked as published for that long, oldest first. */
    Uni<List<StoredReceipt>> unpublished(Duration forThatLong, int limit);

    /** Marks a receipt as published. */
    Uni<Void> published(SendKey key);
}
