package dev.agenthost.context.semanticsearch.knowledge;

/** Outcome of storing a document. */
public sealed interface DocumentWriteOutcome {
    record Created(Document document) implements DocumentWriteOutcome {}

    /** The content changed; the document waits for indexing. */
    record Replaced(Document document) implements DocumentWriteOutcome {}

    /** The content is the same: nothing is indexed again. If the request named the id, name and metadata are the new ones. */
    record Same(Document document) implements DocumentWriteOutcome {}

    record NoBase() implements DocumentWriteOutcome {}

    /** The knowledge base has reached its number of documents. */
    record TooMany() implements DocumentWriteOutcome {}

    /** The workspace's quota has no room for the document. */
    record TooLarge() implements DocumentWriteOutcome {}
}
