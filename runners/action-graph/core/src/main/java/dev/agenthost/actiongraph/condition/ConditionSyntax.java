package dev.agenthost.actiongraph.condition;

/** The outcome of parsing a condition. */
public sealed interface ConditionSyntax {
    /** A condition of the grammar. */
    record Parsed(Condition condition) implements ConditionSyntax {}

    /**
     * Text that is no condition.
     *
     * @param position the character at which the grammar is left, from 0
     * @param why the expected text and the position, in words
     */
    record Malformed(int position, String why) implements ConditionSyntax {}
}
