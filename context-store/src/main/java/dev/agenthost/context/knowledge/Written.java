package dev.agenthost.context.knowledge;

/** What became of a change to a knowledge base. */
public sealed interface Written {
    /** @param base as it is now; of a deletion as it was */
    record Done(KnowledgeBase base) implements Written {}

    record Missing() implements Written {}

    record Exists() implements Written {}

    /** Somebody was faster. */
    record Stale(int version) implements Written {}

    /** The workspace has as many as it may. */
    record TooMany(int most) implements Written {}
}
