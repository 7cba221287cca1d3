package dev.agenthost.delivery.stream;

/** Receives each stream that is closed before the end of its run. */
public interface StreamCloseListener {
    void closeEarly(StreamCloseReason reason);
}
