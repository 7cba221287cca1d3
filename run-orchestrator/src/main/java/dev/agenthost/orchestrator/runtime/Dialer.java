package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.Channel;

/** Opens sockets to runtimes. */
public interface Dialer {
    /**
     * Dials once and never blocks. The line receives, in this order and on one thread: {@code opened}, texts, {@code closed}; or {@code
     * failed} alone.
     */
    void dial(RuntimeSettings to, Line line);

    /** Receives the events of one socket. */
    interface Line {
        void opened(Channel channel);

        /** @return false if the text was a fragment of a message whose end is missing */
        boolean received(String text);

        void closed(String why);

        /** There was no socket. @param why for operators, without a secret */
        void failed(String why);
    }
}
