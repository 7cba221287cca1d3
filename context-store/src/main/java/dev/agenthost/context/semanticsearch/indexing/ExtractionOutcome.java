package dev.agenthost.context.semanticsearch.indexing;

/** Result of extracting the text of a document. */
public sealed interface ExtractionOutcome {
    /** The text, with its headings in Markdown. */
    record Text(String text) implements ExtractionOutcome {}

    /** @param reason the fault of the document, for people; quotes nothing of its content */
    record Unreadable(String reason) implements ExtractionOutcome {}
}
