package dev.agenthost.im.discord.rendering;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes plain text in the Markdown of Discord, so that a text has no markup and refers to nobody. A backslash makes a sign literal
 * (https://support.discord.com/hc/en-us/articles/210298617); references begin with a less-than sign
 * (https://docs.discord.com/developers/reference#message-formatting-formats). Which signs need it is assumed, because the page has examples
 * only.
 */
final class DiscordEscapes {
    /** Within angle brackets an address is a link without a preview. */
    static final Pattern ADDRESS = Pattern.compile(
            "https?://[!-~&&[^<>\\[\\]\"`|\\\\^{}*]]{0,1000}[A-Za-z0-9/=#&-]", Pattern.CASE_INSENSITIVE);

    private static final String SYNTAX = "\\*_~`|<[]";
    /** The name of an emoji between colons, of which the second may follow the text. */
    private static final Pattern EMOJI = Pattern.compile(":\\w{1,64}(?::|$)");

    private static final Pattern EVERYONE = Pattern.compile("@(everyone|here)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}[.)]");
    /** Has no width. */
    private static final String NO_MENTION = "\u200B";

    private DiscordEscapes() {}

    /**
     * Returns the text without syntax, and its addresses as links.
     *
     * @param beginsLine true if nothing but white space and markers of a line precedes it
     */
    static String linked(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder();
        Matcher address = ADDRESS.matcher(text);
        int from = 0;
        while (address.find()) {
            escape(text.substring(from, address.start()), beginsLine && from == 0, out);
            out.append('<').append(address.group()).append('>');
            from = address.end();
        }
        escape(text.substring(from), beginsLine && from == 0, out);
        return out.toString();
    }

    /** Returns the text without syntax. */
    static String escaped(String text, boolean beginsLine) {
        StringBuilder out = new StringBuilder();
        escape(text, beginsLine, out);
        return out.toString();
    }

    private static void escape(String text, boolean beginsLine, StringBuilder out) {
        boolean isFirst = beginsLine;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSpace = Character.isWhitespace(c);
            int end = isFirst ? numberEnd(text, i) : i;
            if (end > i) {
                out.append(text, i, end - 1).append('\\').append(text.charAt(end - 1));
                i = end - 1;
            } else if (SYNTAX.indexOf(c) >= 0
                    || isFirst && "#>-+".indexOf(c) >= 0
                    || c == ':' && isAt(EMOJI, text, i)) {
                out.append('\\').append(c);
            } else if (c == '@' && isAt(EVERYONE, text, i)) {
                out.append(c).append(NO_MENTION);
            } else {
                out.append(c);
            }
            isFirst &= isSpace;
        }
    }

    /** Returns the end of a number that would make a list of its line; the beginning if there is none. */
    private static int numberEnd(String text, int from) {
        Matcher number = NUMBER.matcher(text).region(from, text.length());
        return number.lookingAt() ? number.end() : from;
    }

    private static boolean isAt(Pattern pattern, String text, int at) {
        return pattern.matcher(text).region(at, text.length()).lookingAt();
    }

    /**
     * Returns the address of a link with each sign of syntax encoded.
     *
     * @param isStyled true within signs of emphasis
     */
    static String destination(String address, boolean isStyled) {
        String syntax = isStyled ? "()<>[]\"'\\`*~|_" : "()<>[]\"'\\`*~|";
        StringBuilder out = new StringBuilder();
        for (byte b : address.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c <= ' ' || c > '~' || syntax.indexOf(c) >= 0) {
                out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns true for an address of the web. */
    static boolean isAddress(String address) {
        return address.regionMatches(true, 0, "http://", 0, 7) || address.regionMatches(true, 0, "https://", 0, 8);
    }

    static boolean isWord(String text, int at) {
        return at >= 0 && at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
    }
}
