package dev.agenthost.context.knowledge.document;

/** What became of a document that was given. */
public sealed interface Kept {
    record Created(Document document) implements Kept {}

    /** Its content is another one; it waits to be indexed. */
    record Replaced(Document document) implements Kept {}

    /** The same content was there: nothing is indexed again. Name and metadata are the new ones where its id was named. */
    record Same(Document document) implements Kept {}

    record NoBase() implements Kept {}

    /** The knowledge base has as many as it may. */
    record TooMany() implements Kept {}

    /** The workspace's quota has no room for it. */
    record TooLarge() implements Kept {}
}
