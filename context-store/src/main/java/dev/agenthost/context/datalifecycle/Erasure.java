package dev.agenthost.context.datalifecycle;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A requested erasure.
 *
 * @param target null once the target was deleted from the record
 * @param requestedAt records stored until then are erased
 * @param doneAt null while it is under way
 * @param erased counts so far
 */
public record Erasure(
        UUID erasureId,
        @Nullable ErasureTarget target,
        Instant requestedAt,
        @Nullable Instant doneAt,
        ErasureReceipt erased) {
    public boolean isDone() {
        return doneAt != null;
    }
}
