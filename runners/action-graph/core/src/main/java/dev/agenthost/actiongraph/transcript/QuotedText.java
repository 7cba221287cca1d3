package dev.agenthost.actiongraph.transcript;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Text of others inside of a transcript: it can end neither its fence nor its turn. */
final class QuotedText {
    private static final Pattern TURN_TAG = Pattern.compile("<(?=\\s*/?\\s*turn\\b)", Pattern.CASE_INSENSITIVE);
    private static final Pattern BACKTICKS = Pattern.compile("`{3,}");
    private static final int MAX_LINE = 300;

    private QuotedText() {}

    /** The text without tags of turns, stripped. */
    static String plain(String text) {
        return withoutTags(text).strip();
    }

    private static String withoutTags(String text) {
        return TURN_TAG.matcher(text).replaceAll("&lt;");
    }

    /** A fenced block that is longer than each fence in its content. */
    static String fenced(String label, String content) {
        int longest = BACKTICKS
                .matcher(content)
                .results()
                .map(MatchResult::group)
                .mapToInt(String::length)
                .max()
                .orElse(2);
        String fence = "`".repeat(longest + 1);
        return fence + label + "\n" + withoutTags(content).stripTrailing() + "\n" + fence;
    }

    /** One line of at most {@value #MAX_LINE} characters. */
    static String line(String text) {
        String line = plain(text).replaceAll("\\s+", " ");
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "…";
    }

    /** A name as code. */
    static String code(String name) {
        return "`" + name + "`";
    }
}
