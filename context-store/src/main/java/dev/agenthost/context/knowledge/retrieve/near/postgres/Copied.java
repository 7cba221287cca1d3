package dev.agenthost.context.knowledge.retrieve.near.postgres;

/** What a step of copying came to. */
sealed interface Copied {
    /** Some of a document, which may have more. */
    record Some() implements Copied {}

    /** No document waits that nobody else is at. */
    record Nothing() implements Copied {}

    /** The document that is next has vectors of so many numbers, which may have an index and have none yet. */
    record LacksIndex(int dimensions) implements Copied {}
}
