package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/** Publishes deltas of unfinished answers to adapters. */
public interface DeltaProducer {

    /**
     * Publishes a delta, once. Completes soon and never fails: true if the broker has it. Deltas are best effort, and
     * none may delay the next records.
     */
    Uni<Boolean> publish(String adapter, String conversationKey, OutboundDelta delta, @Nullable String traceparent);
}
