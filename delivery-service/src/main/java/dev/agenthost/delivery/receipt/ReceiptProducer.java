package dev.agenthost.delivery.receipt;

import io.smallrye.mutiny.Uni;

/** Where receipts are published. */
public interface ReceiptProducer {

    /** Completes when the broker has it; fails when it does not, and then it may be published again. */
    Uni<Void> publish(StoredReceipt receipt);
}
