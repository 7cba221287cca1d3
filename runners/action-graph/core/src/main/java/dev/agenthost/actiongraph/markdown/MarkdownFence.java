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
    private static final String LABEL = "agent-protocol";

    /** Returns true if the opening fence has the label of declarations, {@code agent-protocol} or {@code json agent-protocol}. */
    public boolean isProtocol() {
        return isProtocol(info);
    }

    static boolean isProtocol(String info) {
        String words = info.strip().replaceAll("\\s+", " ");
        return words.equals(LABEL) || words.equals("json " + LABEL);
    }

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
