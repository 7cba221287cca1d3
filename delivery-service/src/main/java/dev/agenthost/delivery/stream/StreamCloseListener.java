package dev.agenthost.delivery.stream;

/** Told of each stream that is broken off. */
public interface StreamCloseListener {
    void cut(StreamCloseReason why);
}
