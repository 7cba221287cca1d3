package dev.agenthost.delivery.receipt.cdi;

import dev.agenthost.delivery.receipt.Closing;
import dev.agenthost.delivery.receipt.HandedOverLedger;
import dev.agenthost.delivery.receipt.ReceiptLedger;
import dev.agenthost.delivery.receipt.Receipts;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Puts together what ends the parts of adapters. */
@Singleton
class ReceiptWiring {

    @Produces
    @Singleton
    Closing closing(HandedOverLedger handedOver, ReceiptLedger ledger, Receipts receipts) {
        return new Closing(handedOver, ledger, receipts);
    }
}
