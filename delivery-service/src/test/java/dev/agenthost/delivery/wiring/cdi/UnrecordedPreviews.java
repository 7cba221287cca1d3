package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/** The repository of a replica that dies after each call and before its record. */
record UnrecordedPreviews(PreviewRepository previews) implements PreviewRepository {
    @Override
    public Uni<BeginOutcome> begin(SendKey key, Incarnation owner) {
        return previews.begin(key, owner);
    }

    @Override
    public Uni<Void> end(SendKey key, Incarnation owner, PreviewMessage learned) {
        return Uni.createFrom().nothing();
    }

    @Override
    public Uni<Void> leave(SendKey key, Incarnation owner) {
        return Uni.createFrom().nothing();
    }

    @Override
    public Uni<Closed> close(SendKey key) {
        return previews.close(key);
    }

    @Override
    public Uni<Void> settle(SendKey key, @Nullable String messageId) {
        return previews.settle(key, messageId);
    }
}
