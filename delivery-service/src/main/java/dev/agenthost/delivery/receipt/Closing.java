package dev.agenthost.delivery.receipt;

import io.smallrye.mutiny.Uni;

/** Ends parts of adapters: the outcome is written, then published; what cannot be published now is published later. */
public final class Closing {

    private final HandedOverLedger handedOver;
    private final ReceiptLedger ledger;
    private final Receipts receipts;

    public Closing(HandedOverLedger handedOver, ReceiptLedger ledger, Receipts receipts) {
        this.handedOver = handedOver;
        this.ledger = ledger;
        this.receipts = receipts;
    }

    /** Done when the outcome is written, or one was before; fails only when it cannot be written. */
    public Uni<Void> close(HandedOver part, Outcome outcome) {
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
