package dev.agenthost.orchestrator.erasure;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicBoolean;

/** Carries erasures out in this service: reads the erased events, and erases what is stored of their runs. */
public final class RunDataErasure {
    /** Events of one request, and of one transaction. */
    static final int AT_ONCE = 500;

    private final ErasedEventSource source;
    private final RunDataRepository repository;
    private final AtomicBoolean busy = new AtomicBoolean();

    public RunDataErasure(ErasedEventSource source, RunDataRepository repository) {
        this.source = source;
        this.repository = repository;
    }

    /** Reads and erases until nothing is left to do now. A round during another one does nothing. */
    public Uni<Void> round() {
        return Uni.createFrom()
                .deferred(() -> busy.compareAndSet(false, true)
                        ? read().chain(this::erase).eventually(() -> busy.set(false))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> read() {
        return repository
                .last()
                .chain(last -> source.after(last.orElse(null), AT_ONCE))
                .chain(events -> events.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : repository
                                .store(events)
                                .chain(() -> events.size() < AT_ONCE
                                        ? Uni.createFrom().voidItem()
                                        : read()));
    }

    private Uni<Void> erase() {
        return repository
                .erase(AT_ONCE)
                .chain(count -> count < AT_ONCE ? Uni.createFrom().voidItem() : erase());
    }
}
