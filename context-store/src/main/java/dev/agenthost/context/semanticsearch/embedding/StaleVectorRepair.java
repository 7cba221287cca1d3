package dev.agenthost.context.semanticsearch.embedding;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Repairs vectors of replicas of an older build periodically; shared by the lanes of a replica. */
public final class StaleVectorRepair {
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final ModelTaskRepository work;
    private final LongSupplier nanos;
    private final AtomicReference<@Nullable Long> last = new AtomicReference<>();

    /** @param nanos a monotonic clock */
    public StaleVectorRepair(ModelTaskRepository work, LongSupplier nanos) {
        this.work = work;
        this.nanos = nanos;
    }

    /** Runs at the first call, and at most once a minute after that. */
    Uni<Void> runIfDue() {
        long now = nanos.getAsLong();
        Long before = last.get();
        boolean due = before == null || now - before >= EVERY.toNanos();
        return due && last.compareAndSet(before, now)
                ? work.repair()
                : Uni.createFrom().voidItem();
    }
}
