package dev.agenthost.context.semanticsearch.knowledge;

/** What became of a change to a knowledge base. */
public sealed interface KnowledgeBaseWriteOutcome {
    /** @param base as it is now; of a deletion as it was */
    record Done(KnowledgeBase base) implements KnowledgeBaseWriteOutcome {}

    record Missing() implements KnowledgeBaseWriteOutcome {}

    record Exists() implements KnowledgeBaseWriteOutcome {}

    /** Somebody was faster. */
    record Stale(int version) implements KnowledgeBaseWriteOutcome {}

    /** The workspace has as many as it may. */
    record TooMany(int most) implements KnowledgeBaseWriteOutcome {}
}
