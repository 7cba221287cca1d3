package dev.agenthost.context.knowledge.text;

/** What a document says. */
public sealed interface Extracted {
    /** Headings stand in it as Markdown writes them. */
    record Text(String text) implements Extracted {}

    /** @param reason for people: what is wrong with the document; nothing of what is in it */
    record Unreadable(String reason) implements Extracted {}
}
