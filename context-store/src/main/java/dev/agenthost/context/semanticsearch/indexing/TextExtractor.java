package dev.agenthost.context.semanticsearch.indexing;

/** Reads documents of one kind. Blocks. */
public interface TextExtractor {
    /** The longest text of a document, in UTF-16 units. */
    int LONGEST = 20 * 1024 * 1024;

    ExtractionOutcome extract(byte[] bytes);
}
