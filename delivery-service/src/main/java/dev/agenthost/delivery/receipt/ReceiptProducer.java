package dev.agenthost.delivery.receipt;

import io.smallrye.mutiny.Uni;

/** Publishes receipts. */
public interface ReceiptProducer {

    /** Completes when the broker has the receipt; after a failure the receipt may be published again. */
    Uni<Void> publish(StoredReceipt receipt);
}
