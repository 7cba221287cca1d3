package dev.agenthost.platform.observability;

/** Collects steps as spans of a trace, if tracing is configured. */
public interface SpanCollector {
    /** Returns true if spans are collected. */
    boolean areCollected();

    /** Adds a step; never blocks and never fails. */
    void add(Step step);
}
