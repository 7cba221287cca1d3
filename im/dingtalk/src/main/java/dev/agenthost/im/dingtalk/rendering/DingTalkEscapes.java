package dev.agenthost.im.dingtalk.rendering;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes plain text in the Markdown of DingTalk, so that a text has no markup (https://open.dingtalk.com/document/development/robot-message-type,
 * which has examples only). Assumed: a backslash makes a sign literal, as in CommonMark.
 */
final class DingTalkEscapes {
    private static final Pattern ADDRESS = Pattern.compile(
            "https?://[!-~&&[^<>\\[\\]\"`|\\\\^{}*()]]{0,1000}[A-Za-z0-9/=#&-]", Pattern.CASE_INSENSITIVE);

    private static final String SYNTAX = "\\*`[]<>|~";
    private static final Pattern ENTITY = Pattern.compile("&(#\\w{1,8}|\\w{1,32});");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}[.)]");

    /** Indents a line that would be code with spaces. */
    static final char NO_BREAK_SPACE = '\u00A0';

    private DingTalkEscapes() {}

    /**
     * Returns the text without syntax; an address of the web stays as it is written, because clients link it.
     *
     * @param beginsLine true if nothing but markers of a line precedes it
     */
    static String escaped(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        Matcher address = ADDRESS.matcher(text);
        int from = 0;
        while (address.find()) {
            literal(text, from, address.start(), beginsLine, out);
            out.append(address.group());
            from = address.end();
        }
        literal(text, from, text.length(), beginsLine, out);
        return out.toString();
    }

    /** Returns the text without syntax, addresses included. */
    static String literal(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        literal(text, 0, text.length(), beginsLine, out);
        return out.toString();
    }

    private static void literal(String text, int from, int to, boolean beginsLine, StringBuilder out) {
        boolean isFirst = beginsLine && from == 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int number = isFirst ? numberEnd(text, i, to) : i;
            if (number > i) {
                out.append(text, i, number - 1).append('\\').append(text.charAt(number - 1));
                i = number - 1;
            } else if (isFirst && (c == ' ' || c == '\t')) {
                out.append(NO_BREAK_SPACE);
                continue;
            } else if (isSyntax(text, i, isFirst)) {
                out.append('\\').append(c);
            } else {
                out.append(c);
            }
            isFirst = false;
        }
    }

    private static boolean isSyntax(String text, int at, boolean isFirst) {
        char c = text.charAt(at);
        return switch (c) {
            case '_' -> !isWord(text, at - 1) || !isWord(text, at + 1);
            case '#' -> isFirst || at > 0 && " \t#".indexOf(text.charAt(at - 1)) >= 0;
            case '-', '+', '=' -> isFirst;
            case '&' -> ENTITY.matcher(text).region(at, text.length()).lookingAt();
            default -> SYNTAX.indexOf(c) >= 0;
        };
    }

    /** Returns the end of a number that would make a list of its line; the beginning if there is none. */
    private static int numberEnd(String text, int from, int to) {
        Matcher number = NUMBER.matcher(text).region(from, to);
        return number.lookingAt() ? number.end() : from;
    }

    private static boolean isWord(String text, int at) {
        return at >= 0 && at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
    }
}
