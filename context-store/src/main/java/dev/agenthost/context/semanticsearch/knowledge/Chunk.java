package dev.agenthost.context.semanticsearch.knowledge;

/**
 * A part of a text, without blanks at its ends.
 *
 * @param heading headings above the part, from the outermost to the nearest; empty for none
 * @param start in the text, in UTF-16 units
 * @param end behind it
 */
public record Chunk(String heading, int start, int end) {
    public Chunk {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("a chunk must not be empty");
        }
    }

    public String of(String text) {
        return text.substring(start, end);
    }
}
