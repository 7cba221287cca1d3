package dev.agenthost.sdk.harness;

/** Escapes foreign text within our Markdown: it stays text, whatever it contains. */
final class MarkdownText {
    private MarkdownText() {}

    /** The text on one line, with every mark of Markdown or HTML escaped. */
    static String inline(String value, int longest) {
        StringBuilder safe = new StringBuilder();
        truncate(value, longest).codePoints().forEach(one -> {
            if (Character.isWhitespace(one) || Character.isISOControl(one) || isSeparator(one)) {
                safe.append(' ');
            } else if (isMark(one)) {
                safe.append('\\').appendCodePoint(one);
            } else {
                safe.appendCodePoint(one);
            }
        });
        return safe.toString().strip();
    }

    /** Between two fences that are longer than any within, so that no line of it is a heading, a list or an end. */
    static String fenced(String value, int longest) {
        StringBuilder safe = new StringBuilder();
        truncate(value, longest)
                .replace("\r\n", "\n")
                .codePoints()
                .map(one -> one == '\r' || one == 0x0B || one == 0x0C || one == 0x85 || isSeparator(one) ? '\n' : one)
                .filter(one -> one == '\n' || one == '\t' || !Character.isISOControl(one))
                .forEach(safe::appendCodePoint);
        String fence = "`".repeat(Math.max(3, longestRun(safe) + 1));
        return fence + "text\n" + safe + "\n" + fence;
    }

    private static String truncate(String value, int longest) {
        if (value.length() <= longest) {
            return value;
        }
        int end = Character.isHighSurrogate(value.charAt(longest - 1)) ? longest - 1 : longest;
        return value.substring(0, end) + " […]";
    }

    private static int longestRun(CharSequence text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static boolean isSeparator(int one) {
        return one == 0x2028 || one == 0x2029;
    }

    private static boolean isMark(int one) {
        return one < 128 && "\\`*_{}[]<>()#+-!|~&$@:".indexOf(one) >= 0;
    }
}
