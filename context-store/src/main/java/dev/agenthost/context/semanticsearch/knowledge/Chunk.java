package dev.agenthost.context.semanticsearch.knowledge;

/**
 * A part of a text; blanks at its ends are not of it.
 *
 * @param heading what the part stands under, from the outermost to the nearest; empty where it stands under nothing
 * @param start in the text, in UTF-16 units
 * @param end behind it
 */
public record Chunk(String heading, int start, int end) {
    public Chunk {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("a chunk holds something");
        }
    }

    public String of(String text) {
        return text.substring(start, end);
    }
}
