package dev.agenthost.context.semanticsearch.indexing;

/**
 * A chunk in its stored form.
 *
 * @param index in the document, from 0
 * @param hash of the embedded text
 * @param terms as a {@code tsvector}
 * @param vector of length 1
 */
public record IndexedChunk(int index, String heading, String content, String hash, String terms, float[] vector) {
    /** Returns the text that is embedded and searched by words: the content below its headings. */
    public static String whole(String heading, String content) {
        return heading.isEmpty() ? content : heading + "\n\n" + content;
    }
}
