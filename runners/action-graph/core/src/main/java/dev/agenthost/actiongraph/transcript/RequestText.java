package dev.agenthost.actiongraph.transcript;

/** The outcome of writing a transcript. */
public sealed interface RequestText {
    /**
     * The text within its budget.
     *
     * @param tokens estimated tokens of the text
     */
    record Fitting(String text, int tokens) implements RequestText {}

    /**
     * No text: the shortest form exceeds the budget.
     *
     * @param minimum estimated tokens of the shortest form
     */
    record TooLarge(int minimum) implements RequestText {}
}
