package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.HandoffCompletion;
import dev.agenthost.delivery.receipt.ReceiptProducer;
import dev.agenthost.delivery.receipt.ReceiptRepository;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the completion of adapters' parts. */
@Singleton
class ReceiptWiring {

    @Produces
    @Singleton
    HandoffCompletion closing(
            AdapterHandoffRepository handoffs, ReceiptRepository repository, ReceiptProducer receipts) {
        return new HandoffCompletion(handoffs, repository, receipts);
    }
}
