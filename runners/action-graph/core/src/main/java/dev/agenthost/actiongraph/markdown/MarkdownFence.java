package dev.agenthost.actiongraph.markdown;

/**
 * A fenced code block.
 *
 * @param info the words behind the opening fence
 * @param content the text between the fences
 * @param isClosed false if the text ends inside of the block
 * @param position the position of the block
 */
public record MarkdownFence(String info, String content, boolean isClosed, Position position) {
    /** The positions of a block. */
    public enum Position {
        /** Not inside of another block. */
        TOP,
        /** In an item of a list. */
        LIST,
        /** In a quotation: shown, not said. */
        QUOTATION
    }
}
