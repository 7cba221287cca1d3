package dev.agenthost.context.semanticsearch.knowledge;

/** Outcome of a change to a knowledge base. */
public sealed interface KnowledgeBaseWriteOutcome {
    /** @param base in its present state; after a deletion, its last one */
    record Done(KnowledgeBase base) implements KnowledgeBaseWriteOutcome {}

    record Missing() implements KnowledgeBaseWriteOutcome {}

    record Exists() implements KnowledgeBaseWriteOutcome {}

    /** Another change was faster. */
    record Stale(int version) implements KnowledgeBaseWriteOutcome {}

    /** The workspace has reached its number of knowledge bases. */
    record TooMany(int most) implements KnowledgeBaseWriteOutcome {}
}
