package dev.agenthost.context.datalifecycle;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An erasure that was asked for.
 *
 * @param target null once it was forgotten whose it was
 * @param askedAt what was stored until then is erased
 * @param doneAt null while it is under way
 * @param erased until now
 */
public record Erasure(
        UUID erasureId,
        @Nullable ErasureTarget target,
        Instant askedAt,
        @Nullable Instant doneAt,
        ErasureReceipt erased) {
    public boolean isDone() {
        return doneAt != null;
    }
}
