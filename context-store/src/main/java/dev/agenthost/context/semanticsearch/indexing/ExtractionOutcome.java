package dev.agenthost.context.semanticsearch.indexing;

/** What a document says. */
public sealed interface ExtractionOutcome {
    /** Headings stand in it as Markdown writes them. */
    record Text(String text) implements ExtractionOutcome {}

    /** @param reason for people: what is wrong with the document; nothing of what is in it */
    record Unreadable(String reason) implements ExtractionOutcome {}
}
