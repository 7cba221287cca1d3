package dev.agenthost.watch.step;

/** Where steps go on as spans of a trace, if anywhere. */
public interface Spans {
    /** Whether anybody collects them. */
    boolean areCollected();

    /** Never blocks and never fails. */
    void add(Step step);
}
