package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/** Where adapters see an answer while it is being said. */
public interface DeltaProducer {

    /**
     * Publishes a piece, once. Answers soon, and never fails: whether the broker has it. Pieces are a courtesy, and none may hold up what
     * comes after it.
     */
    Uni<Boolean> publish(String adapter, String conversationKey, OutboundDelta delta, @Nullable String traceparent);
}
