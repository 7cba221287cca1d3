package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The repository of a replica that stops for ever at one of its records of a preview. */
final class CrashingPreviews implements PreviewRepository {
    private final PreviewRepository previews;
    private final int record;
    private final CrashPoint point;
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean hasHappened;

    CrashingPreviews(PreviewRepository previews, int record, CrashPoint point) {
        this.previews = previews;
        this.record = record;
        this.point = point;
    }

    boolean hasHappened() {
        return hasHappened;
    }

    @Override
    public Uni<BeginOutcome> begin(SendKey key, Incarnation owner) {
        return at(previews.begin(key, owner));
    }

    @Override
    public Uni<Void> end(SendKey key, Incarnation owner, PreviewMessage learned) {
        return at(previews.end(key, owner, learned));
    }

    @Override
    public Uni<Void> leave(SendKey key, Incarnation owner) {
        return at(previews.leave(key, owner));
    }

    @Override
    public Uni<Closed> close(SendKey key) {
        return previews.close(key);
    }

    @Override
    public Uni<Void> settle(SendKey key, @Nullable String messageId) {
        return previews.settle(key, messageId);
    }

    private <T> Uni<T> at(Uni<T> stored) {
        if (next.getAndIncrement() != record) {
            return stored;
        }
        Uni<Void> before = point == CrashPoint.AFTER
                ? stored.replaceWithVoid()
                : Uni.createFrom().voidItem();
        return before.invoke(() -> hasHappened = true)
                .chain(() -> Uni.createFrom().nothing());
    }
}
