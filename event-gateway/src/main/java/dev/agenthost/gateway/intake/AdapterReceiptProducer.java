package dev.agenthost.gateway.intake;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code agent.adapter-receipts}, as its only writer sees it. */
public interface AdapterReceiptProducer {

    /** Publishes; done when all replicas that must have it have it. May block, so it is not called on an event loop. */
    CompletionStage<Void> publish(AdapterReceipt receipt, @Nullable String traceparent);
}
