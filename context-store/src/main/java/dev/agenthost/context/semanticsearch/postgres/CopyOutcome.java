package dev.agenthost.context.semanticsearch.postgres;

/** What a step of copying came to. */
sealed interface CopyOutcome {
    /** Some of a document, which may have more. */
    record Some() implements CopyOutcome {}

    /** No document waits that nobody else is at. */
    record Nothing() implements CopyOutcome {}

    /** The document that is next has vectors of so many numbers, which may have an index and have none yet. */
    record LacksIndex(int dimensions) implements CopyOutcome {}
}
