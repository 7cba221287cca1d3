package dev.agenthost.context.knowledge.text;

import dev.agenthost.context.knowledge.document.DocumentKind;

/** Reads documents. Bounded in time and in what comes out, whatever the bytes are. Blocks. */
public interface TextExtractor {
    /** The longest text of a document, in UTF-16 units. */
    int LONGEST = Math.toIntExact(20L * 1024 * 1024);

    Extracted extract(byte[] bytes, DocumentKind kind);
}
