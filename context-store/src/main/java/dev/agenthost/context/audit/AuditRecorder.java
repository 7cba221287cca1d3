package dev.agenthost.context.audit;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/** Records changes to stored objects and reads that take data out of the host, each before its request is answered. Never blocks. */
public interface AuditRecorder {
    /**
     * Records a change that is committed. Completes once the entry outlives this process, or nothing more can be done for it; never fails.
     *
     * @param who the key of whoever changed it
     * @param resource what was changed, for instance {@code skill/greet}
     * @param version what it is now; null where it is gone
     */
    Uni<Void> changed(String workspaceId, String who, String action, String resource, @Nullable String version);

    /**
     * Records a read that takes data out of the host: an export, a raw payload, a link. Completes once the entry outlives this process;
     * fails if it cannot be recorded, and then the read must not be answered.
     *
     * @param who the key of the reader; null for the holder of a link
     * @param detail in a few words; null where there is nothing to add
     */
    Uni<Void> read(String workspaceId, @Nullable String who, String action, String resource, @Nullable String detail);
}
