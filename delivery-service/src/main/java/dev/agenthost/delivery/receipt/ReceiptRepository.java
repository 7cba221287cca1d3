package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.SendKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** The receipts that are still to be published. {@link dev.agenthost.delivery.send.SendRepository#finish} writes them. */
public interface ReceiptRepository {

    /** Returns receipts that were not marked as published for that long, oldest first. */
    Uni<List<StoredReceipt>> unpublished(Duration minAge, int limit);

    /** Marks a receipt as published. */
    Uni<Void> published(SendKey key);
}
