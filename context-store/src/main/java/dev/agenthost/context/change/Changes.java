package dev.agenthost.context.change;

import org.jspecify.annotations.Nullable;

/** Who is told of changes to what people keep. Never blocks and never fails the change that was made. */
public interface Changes {
    /**
     * @param who the key of whoever changed it
     * @param resource what was changed, for instance {@code skill/greet}
     * @param version what it is now; null where it is gone
     */
    void changed(String workspaceId, String who, String action, String resource, @Nullable String version);
}
