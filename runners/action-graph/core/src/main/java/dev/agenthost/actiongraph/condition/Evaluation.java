package dev.agenthost.actiongraph.condition;

/** The outcome of evaluating a condition. */
public sealed interface Evaluation {
    /** The condition is true or false. */
    record Decided(boolean value) implements Evaluation {}

    /**
     * The condition is neither: a value is missing or has the wrong type.
     *
     * @param why names the reference, never its value
     */
    record Undecided(String why) implements Evaluation {}
}
