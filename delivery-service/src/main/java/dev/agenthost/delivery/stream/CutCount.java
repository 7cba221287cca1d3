package dev.agenthost.delivery.stream;

/** Told of each stream that is broken off. */
public interface CutCount {
    void cut(Cut why);
}
