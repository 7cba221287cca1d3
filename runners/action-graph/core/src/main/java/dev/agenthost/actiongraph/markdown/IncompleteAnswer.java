package dev.agenthost.actiongraph.markdown;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer that the provider of the model did not finish. The last paragraph of its text is a mark, so that the person and each later
 * request to a model know it: the transcript of the host keeps the text alone.
 *
 * @param text the words before the mark
 * @param reason {@code length} or {@code content_filter}, as the provider states it, or {@link #ERROR}
 */
public record IncompleteAnswer(String text, String reason) {
    /** The reason of an answer whose request has failed after its first words. */
    public static final String ERROR = "error";

    private static final String MARK = "This answer is incomplete: the provider of the model cut it off (";
    private static final Pattern MARKED =
            Pattern.compile("(?:\\A|\\n\\n)" + Pattern.quote(MARK) + "(?<reason>[a-z_]{1,40})\\)\\.\\s*\\z");
    private static final Pattern BLOCK =
            Pattern.compile(MarkdownCode.FENCED_BLOCK, Pattern.DOTALL | Pattern.MULTILINE | Pattern.UNIX_LINES);

    /** Reads a text with a mark; empty if it has none. */
    public static Optional<IncompleteAnswer> read(String text) {
        Matcher marked = MARKED.matcher(text);
        return marked.find()
                ? Optional.of(new IncompleteAnswer(text.substring(0, marked.start()), marked.group("reason")))
                : Optional.empty();
    }

    /** The text with its mark; a block of code or private reasoning without its end is ended before. */
    public String marked() {
        String reasoned = PrivateReasoning.isOpen(text) ? text + "\n</think>" : text;
        return reasoned + endOfBlock(reasoned) + "\n\n" + MARK + reason + ").";
    }

    private static String endOfBlock(String text) {
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.end() == text.length() && !isClosed(block)) {
                return "\n" + block.group("fence");
            }
        }
        return "";
    }

    private static boolean isClosed(Matcher block) {
        int line = block.group().lastIndexOf('\n');
        String last = block.group().substring(line + 1).strip();
        return line >= 0
                && last.length() >= block.group("fence").length()
                && last.chars().allMatch(mark -> mark == block.group("mark").charAt(0));
    }
}
