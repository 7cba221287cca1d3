package dev.agenthost.sdk.ws;

import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.RunCancelledException.Reason;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The cancellation token of one run: cancelled once, for the first reason. */
final class RunCancellation implements CancellationToken {
    private final AtomicReference<@Nullable Reason> cancelled = new AtomicReference<>();
    private final Set<Entry> actions = ConcurrentHashMap.newKeySet();

    private record Entry(Object identity, Runnable action) {}

    @Override
    public Optional<Reason> reason() {
        return Optional.ofNullable(cancelled.get());
    }

    /** Only the first reason counts; false for a later one. */
    boolean cancel(Reason reason) {
        if (!cancelled.compareAndSet(null, reason)) {
            return false;
        }
        runActions();
        return true;
    }

    @Override
    public Registration onCancelled(Runnable action) {
        Entry entry = new Entry(new Object(), action);
        actions.add(entry);
        if (isCancelled()) {
            runActions();
        }
        return () -> actions.remove(entry);
    }

    private void runActions() {
        actions.forEach(entry -> {
            if (actions.remove(entry)) {
                Thread.startVirtualThread(entry.action());
            }
        });
    }
}
