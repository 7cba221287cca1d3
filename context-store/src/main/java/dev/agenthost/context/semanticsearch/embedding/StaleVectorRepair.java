package dev.agenthost.context.semanticsearch.embedding;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Mends what replicas of the build before left wrong, now and then; shared by the lanes of a replica. */
public final class StaleVectorRepair {
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final ModelTaskRepository work;
    private final LongSupplier nanos;
    private final AtomicReference<@Nullable Long> last = new AtomicReference<>();

    /** @param nanos a clock that only goes forward */
    public StaleVectorRepair(ModelTaskRepository work, LongSupplier nanos) {
        this.work = work;
        this.nanos = nanos;
    }

    /** At once for the first, and for one of those that come later in a minute. */
    Uni<Void> ifDue() {
        long now = nanos.getAsLong();
        Long before = last.get();
        boolean due = before == null || now - before >= EVERY.toNanos();
        return due && last.compareAndSet(before, now)
                ? work.mend()
                : Uni.createFrom().voidItem();
    }
}
