package dev.agenthost.orchestrator.runner;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.FrameSink;

/** The socket of one connection, as far as the logic above it cares. */
public interface Channel extends FrameSink, Backlog.Valve {
    /** Closes after what was sent before. Does not block. */
    void close(int code, String reason);

    /** True if the host leaves the other side unread, so that its silence says nothing. */
    default boolean isHeld() {
        return false;
    }

    /** The other side has shown a good key: what it sends may be large from now on. */
    default void admitted() {}
}
