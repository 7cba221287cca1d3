package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.HandoffCompletion;
import dev.agenthost.delivery.receipt.ReceiptProducer;
import dev.agenthost.delivery.receipt.ReceiptRepository;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Puts together what ends the parts of adapters. */
@Singleton
class ReceiptWiring {

    @Produces
    @Singleton
    HandoffCompletion closing(AdapterHandoffRepository handedOver, ReceiptRepository ledger, ReceiptProducer receipts) {
        return new HandoffCompletion(handedOver, ledger, receipts);
    }
}
