package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The audit of one call with an effect. A call to the outside has an intent: a row in the outbox from before the effect until the
 * outcome replaces it. A change of state has an entry that context-store commits with the change instead. Thread-safe.
 */
public final class CallIntent {
    private final AtomicReference<Optional<String>> auditId = new AtomicReference<>(Optional.empty());
    private final UUID outcomeId = UUID.randomUUID();
    private volatile @Nullable AuditEntry change;
    private volatile boolean stored;

    void recorded(String id) {
        auditId.set(Optional.of(id));
    }

    void change(AuditEntry entry) {
        change = entry;
    }

    /** Returns the entry that context-store commits with the change; null if the outcome is recorded here. */
    public @Nullable AuditEntry change() {
        return change;
    }

    /** The change and its entry are committed: the outcome is not recorded again. */
    public void changeStored() {
        stored = true;
    }

    public boolean isChangeStored() {
        return stored;
    }

    /** Returns the id of the call's one outcome, so that an outcome recorded in both services is stored once. */
    String outcomeId() {
        return outcomeId.toString();
    }

    /** Returns the entry's id once; empty if the call has no intent or its outcome has replaced it. */
    Optional<String> take() {
        return auditId.getAndSet(Optional.empty());
    }
}
