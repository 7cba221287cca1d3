package dev.agenthost.delivery.receipt;

import io.smallrye.mutiny.Uni;

/** Ends parts of adapters: the outcome is written, then published; what cannot be published now is published later. */
public final class HandoffCompletion {

    private final AdapterHandoffRepository handedOver;
    private final ReceiptRepository ledger;
    private final ReceiptProducer receipts;

    public HandoffCompletion(AdapterHandoffRepository handedOver, ReceiptRepository ledger, ReceiptProducer receipts) {
        this.handedOver = handedOver;
        this.ledger = ledger;
        this.receipts = receipts;
    }

    /** Done when the outcome is written, or one was before; fails only when it cannot be written. */
    public Uni<Void> close(AdapterHandoff part, SendOutcome outcome) {
        return handedOver
                .close(part, outcome)
                .chain(isFirst -> isFirst
                        ? publish(part.stored(outcome))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> publish(StoredReceipt receipt) {
        return receipts.publish(receipt)
                .chain(() -> ledger.published(receipt.key()))
                .onFailure()
                .recoverWithNull();
    }
}
