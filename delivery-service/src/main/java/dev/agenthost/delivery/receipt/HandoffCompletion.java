package dev.agenthost.delivery.receipt;

import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Ends parts of adapters: writes the outcome, then publishes it; a receipt that cannot be published now is published later. */
public final class HandoffCompletion {

    private final AdapterHandoffRepository handoffs;
    private final ReceiptRepository repository;
    private final ReceiptProducer receipts;

    public HandoffCompletion(
            AdapterHandoffRepository handoffs, ReceiptRepository repository, ReceiptProducer receipts) {
        this.handoffs = handoffs;
        this.repository = repository;
        this.receipts = receipts;
    }

    /**
     * Completes when the outcome is written, or an earlier one was; fails only if it cannot be written.
     *
     * @param advances moves of applied offsets, stored in the transaction of the outcome; empty for an outcome without a record
     */
    public Uni<Void> close(AdapterHandoff part, SendOutcome outcome, List<OffsetAdvance> advances) {
        return handoffs.close(part, outcome, advances)
                .chain(isFirst -> isFirst
                        ? publish(part.stored(outcome))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> publish(StoredReceipt receipt) {
        return receipts.publish(receipt)
                .chain(() -> repository.published(receipt.key()))
                .onFailure()
                .recoverWithNull();
    }
}
