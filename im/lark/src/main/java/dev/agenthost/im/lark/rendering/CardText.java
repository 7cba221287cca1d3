package dev.agenthost.im.lark.rendering;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes plain text in the dialect of the markdown component
 * (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-components/content-components/rich-text): characters
 * of its syntax are HTML entities, so that a text mentions nobody and has no tags. An address of the web becomes a link.
 */
final class CardText {
    private static final Pattern ADDRESS =
            Pattern.compile("https?://[!-~&&[^<>\\[\\]\"`|\\\\^{}*]]*[A-Za-z0-9/=#&-]", Pattern.CASE_INSENSITIVE);

    private static final Pattern ENTITY = Pattern.compile("&(#\\w{1,8}|\\w{1,32});.*", Pattern.DOTALL);
    /** The name of an emoji between colons. */
    private static final Pattern EMOJI = Pattern.compile(":\\w{1,40}:.*", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}[.)]");

    private CardText() {}

    /** Returns the text without syntax; an address stays as it is written. */
    static String escaped(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int number = beginsLine ? numberEnd(text, 0) : -1;
        boolean indents = beginsLine;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isFirst = i == 0 ? beginsLine : text.charAt(i - 1) == '\n';
            if (i > 0 && isFirst) {
                number = numberEnd(text, i);
            }
            boolean isIndent = indents && (c == ' ' || c == '\t');
            indents = isIndent || c == '\n';
            if (isIndent || isSyntax(text, i, isFirst) || i == number) {
                out.append("&#").append((int) c).append(';');
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns the text without syntax, and its addresses as links. */
    static String linked(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder();
        Matcher address = ADDRESS.matcher(text);
        int from = 0;
        while (address.find()) {
            out.append(escaped(text.substring(from, address.start()), beginsLine && from == 0));
            out.append(link(escaped(address.group(), false), address.group()));
            from = address.end();
        }
        return out.append(escaped(text.substring(from), beginsLine && from == 0))
                .toString();
    }

    /** @param words without syntax */
    static String link(String words, String address) {
        return "[" + words + "](" + destination(address) + ")";
    }

    /** The component opens addresses of the web alone. */
    static boolean isLinkable(String address) {
        return address.regionMatches(true, 0, "http://", 0, 7) || address.regionMatches(true, 0, "https://", 0, 8);
    }

    private static String destination(String address) {
        StringBuilder out = new StringBuilder();
        for (byte b : address.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c <= ' ' || c > '~' || "()<>[]\"'\\`*_|".indexOf(c) >= 0) {
                out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static boolean isSyntax(String text, int at, boolean isFirst) {
        return switch (text.charAt(at)) {
            case '*', '`', '[', ']', '<', '>', '\\', '|', '~' -> true;
            case '_' -> !isWord(text, at - 1) || !isWord(text, at + 1);
            case '#', '-', '+', '=' -> isFirst;
            case '!' -> at + 1 == text.length();
            case '&' -> ENTITY.matcher(text.substring(at)).matches();
            case ':' -> EMOJI.matcher(text.substring(at)).matches();
            default -> false;
        };
    }

    /** Returns the index of the point or bracket that would make a list of a line that begins with a number; -1 for none. */
    private static int numberEnd(String text, int from) {
        Matcher number = NUMBER.matcher(text).region(from, text.length());
        return number.lookingAt() ? number.end() - 1 : -1;
    }

    private static boolean isWord(String text, int at) {
        return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
    }
}
