package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundProgress;
import io.smallrye.mutiny.Uni;

/** Publishes graphs of actions to adapters that show them. */
public interface ProgressProducer {
    /** Publishes the record once. Completes soon and never fails; true if the broker has the record. */
    Uni<Boolean> publish(String adapter, String conversationKey, OutboundProgress progress);
}
