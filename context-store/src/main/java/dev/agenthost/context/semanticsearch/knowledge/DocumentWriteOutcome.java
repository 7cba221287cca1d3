package dev.agenthost.context.semanticsearch.knowledge;

/** What became of a document that was given. */
public sealed interface DocumentWriteOutcome {
    record Created(Document document) implements DocumentWriteOutcome {}

    /** Its content is another one; it waits to be indexed. */
    record Replaced(Document document) implements DocumentWriteOutcome {}

    /** The same content was there: nothing is indexed again. Name and metadata are the new ones where its id was named. */
    record Same(Document document) implements DocumentWriteOutcome {}

    record NoBase() implements DocumentWriteOutcome {}

    /** The knowledge base has as many as it may. */
    record TooMany() implements DocumentWriteOutcome {}

    /** The workspace's quota has no room for it. */
    record TooLarge() implements DocumentWriteOutcome {}
}
