package dev.agenthost.platform.observability;

/** Where steps go on as spans of a trace, if anywhere. */
public interface SpanCollector {
    /** Whether anybody collects them. */
    boolean areCollected();

    /** Never blocks and never fails. */
    void add(Step step);
}
