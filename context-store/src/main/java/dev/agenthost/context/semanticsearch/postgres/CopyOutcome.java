package dev.agenthost.context.semanticsearch.postgres;

/** Outcome of one step of copying vectors. */
sealed interface CopyOutcome {
    /** Some vectors of a document were copied; it may have more. */
    record Some() implements CopyOutcome {}

    /** No document waits, or other replicas have locked all that do. */
    record NoDocument() implements CopyOutcome {}

    /** The next document has vectors of this length, which may have an index and have none yet. */
    record LacksIndex(int dimensions) implements CopyOutcome {}
}
