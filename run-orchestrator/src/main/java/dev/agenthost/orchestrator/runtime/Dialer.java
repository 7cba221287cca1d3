package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.Channel;

/** Opens sockets to runtimes. */
public interface Dialer {
    /**
     * Dials once and never blocks. What becomes of it arrives at the line, in this order and on one thread: {@code opened}, texts,
     * {@code closed}; or {@code failed} alone.
     */
    void dial(RuntimeSettings to, Line line);

    /** Told what happens on one socket. */
    interface Line {
        void opened(Channel channel);

        /** @return false where it was a piece of a message whose end is missing */
        boolean received(String text);

        void closed(String why);

        /** There was no socket. @param why for people, without a secret */
        void failed(String why);
    }
}
