package dev.agenthost.delivery.receipt;

import io.smallrye.mutiny.Uni;

/** Publishes receipts. */
public interface ReceiptProducer {

    /** Completes when the broker has the receipt; fails if it does not, and then the receipt may be published again. */
    Uni<Void> publish(StoredReceipt receipt);
}
