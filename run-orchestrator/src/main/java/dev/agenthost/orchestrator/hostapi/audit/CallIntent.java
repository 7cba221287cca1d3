package dev.agenthost.orchestrator.hostapi.audit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The intent of one call: its row in the outbox from before the effect until the outcome replaces it. Thread-safe. */
public final class CallIntent {
    private final AtomicReference<Optional<String>> auditId = new AtomicReference<>(Optional.empty());

    void recorded(String id) {
        auditId.set(Optional.of(id));
    }

    /** Returns the entry's id once; empty if the call has no intent or its outcome has replaced it. */
    Optional<String> take() {
        return auditId.getAndSet(Optional.empty());
    }
}
