package dev.agenthost.context.audit;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/** Records changes to stored objects and reads that take data out of the host, each before its request is answered. Never blocks. */
public interface AuditRecorder {
    /**
     * Records a change that is committed. Completes once the entry survives this process, or cannot be stored; never fails.
     *
     * @param keyId the key that made the change
     * @param resource what was changed, for instance {@code skill/greet}
     * @param version the new version; null after a deletion
     */
    Uni<Void> changed(String workspaceId, String keyId, String action, String resource, @Nullable String version);

    /**
     * Records a read that takes data out of the host: an export, a raw payload, a link. Completes once the entry survives this process;
     * fails if it cannot be recorded, and then the read must not be answered.
     *
     * @param keyId the key of the reader; null for the holder of a link
     * @param detail in a few words; null for none
     */
    Uni<Void> read(String workspaceId, @Nullable String keyId, String action, String resource, @Nullable String detail);
}
