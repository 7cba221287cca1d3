package dev.agenthost.orchestrator.runner;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.FrameSink;

/** The socket of one connection, for the logic above it. */
public interface Channel extends FrameSink, Backlog.Valve {
    /** Closes after the frames sent before. Does not block. */
    void close(int code, String reason);

    /** Returns true if the host does not read the peer, whose silence then means nothing. */
    default boolean isHeld() {
        return false;
    }

    /** The peer has shown a valid key: its later messages may be large. */
    default void admitted() {}
}
