package dev.agenthost.context.change;

import org.jspecify.annotations.Nullable;

/** Records changes to stored objects and reads that take data out of the host. Never blocks and never fails the operation. */
public interface Changes {
    /**
     * @param who the key of whoever changed it
     * @param resource what was changed, for instance {@code skill/greet}
     * @param version what it is now; null where it is gone
     */
    void changed(String workspaceId, String who, String action, String resource, @Nullable String version);

    /**
     * Records a read that takes data out of the host: an export, a raw payload, a link.
     *
     * @param who the key of the reader; null for the holder of a link
     * @param detail in a few words; null where there is nothing to add
     */
    void read(String workspaceId, @Nullable String who, String action, String resource, @Nullable String detail);
}
