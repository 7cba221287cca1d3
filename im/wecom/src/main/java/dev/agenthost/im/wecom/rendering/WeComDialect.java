package dev.agenthost.im.wecom.rendering;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the Markdown of messages of applications as clients show it (https://developer.work.weixin.qq.com/document/path/90236): headings,
 * bold, links, code within a line, quotations, colours. Assumed: a tag of HTML is not shown, and a backslash is a sign like any other.
 */
final class WeComDialect {
    private static final Pattern QUOTE = Pattern.compile("^[ \\t]*>[> \\t]*");
    private static final Pattern HEADING = Pattern.compile("^[ \\t]*#{1,6}[ \\t]+");
    private static final Pattern SYNTAX = Pattern.compile("`(?<code>[^`]+)`"
            + "|!?\\[(?<words>[^\\[\\]]*)\\]\\([^)]*\\)"
            + "|\\*\\*(?<bold>[^*]+(?:\\*(?!\\*)[^*]*)*)\\*\\*"
            + "|</?[A-Za-z@][^<>]*>");

    private WeComDialect() {}

    /** Returns the text that a client shows. */
    static String textOf(String markdown) {
        StringBuilder out = new StringBuilder();
        for (String line : markdown.split("\n", -1)) {
            String content = QUOTE.matcher(line).replaceFirst("");
            read(HEADING.matcher(content).replaceFirst(""), out);
            out.append('\n');
        }
        return out.substring(0, out.length() - 1);
    }

    private static void read(String line, StringBuilder out) {
        Matcher syntax = SYNTAX.matcher(line);
        int at = 0;
        while (syntax.find()) {
            out.append(line, at, syntax.start());
            String code = syntax.group("code");
            String words = syntax.group("words");
            String bold = syntax.group("bold");
            if (code != null) {
                out.append(code);
            } else if (words != null) {
                read(words, out);
            } else if (bold != null) {
                read(bold, out);
            }
            at = syntax.end();
        }
        out.append(line, at, line.length());
    }
}
