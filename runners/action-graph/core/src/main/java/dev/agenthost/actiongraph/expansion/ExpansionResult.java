package dev.agenthost.actiongraph.expansion;

/** The outcome of one expansion. */
public sealed interface ExpansionResult {
    /** The wanted part, as far as the budget allows. */
    record Expanded(TextExcerpt excerpt) implements ExpansionResult {}

    /**
     * Nothing of the text was wanted, or fits.
     *
     * @param why the reason with its remedy, for the model
     */
    record Empty(String why) implements ExpansionResult {}
}
