package dev.agenthost.actiongraph.reference;

/** The outcome of parsing a reference. */
public sealed interface ReferenceSyntax {
    /** A reference of the grammar. */
    record Parsed(Reference reference) implements ReferenceSyntax {}

    /**
     * Text that is no reference.
     *
     * @param position the character at which the grammar is left, from 0
     * @param why the expected text, in words
     */
    record Malformed(int position, String why) implements ReferenceSyntax {}
}
