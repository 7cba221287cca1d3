package dev.agenthost.context.eventlog;

/**
 * Cuts the bytes out of {@code data:} addresses that stand inside a text, in Markdown for instance, and says how many they were. Looks at
 * each character a bounded number of times.
 */
final class InlineText {
    /** Characters of base64 from which on they are cut out. */
    static final int LEAST = 64;
    /** Characters between {@code data:} and the comma. */
    static final int HEAD = 200;

    /** Of a further line of base64, which may be a word as well where it is shorter. */
    private static final int LINE = 40;

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64";

    private InlineText() {}

    /** The same text where there is nothing to cut. */
    static String without(String text) {
        int from = next(text, 0);
        if (from < 0) {
            return text;
        }
        StringBuilder cut = new StringBuilder();
        int copied = 0;
        while (from >= 0) {
            int comma = comma(text, from + DATA.length());
            int end = comma < 0 ? -1 : end(text, comma + 1);
            int bytes = end < 0 ? 0 : base64(text, comma + 1, end);
            if (bytes >= LEAST) {
                cut.append(text, copied, comma + 1).append('[').append(decoded(text, comma + 1, end, bytes));
                cut.append(" bytes]");
                copied = end;
            }
            from = next(text, Math.max(from + DATA.length(), copied));
        }
        return copied == 0 ? text : cut.append(text, copied, text.length()).toString();
    }

    private static int next(String text, int from) {
        for (int colon = text.indexOf(':', from + 4); colon >= 0; colon = text.indexOf(':', colon + 1)) {
            if (text.regionMatches(true, colon - 4, DATA, 0, DATA.length())) {
                return colon - 4;
            }
        }
        return -1;
    }

    /** Of an address of base64; -1 where it is none. */
    private static int comma(String text, int from) {
        int most = Math.min(text.length(), from + HEAD);
        for (int at = from; at < most; at++) {
            char c = text.charAt(at);
            if (c == ',') {
                int named = at - BASE64.length();
                return named >= from && text.regionMatches(true, named, BASE64, 0, BASE64.length()) ? at : -1;
            }
            if (c <= ' ' || c == '<' || c == '>' || c == '(' || c == ')') {
                return -1;
            }
        }
        return -1;
    }

    /** Behind the base64 from there on, and behind further lines of it. */
    private static int end(String text, int from) {
        int end = line(text, from);
        while (end > from && text.charAt(end - 1) != '=') {
            int next = lineBreak(text, end);
            int lineEnd = next == end ? end : line(text, next);
            boolean padded = lineEnd > next && text.charAt(lineEnd - 1) == '=';
            if (next == end || lineEnd - next < LINE && !padded) {
                return end;
            }
            end = lineEnd;
        }
        return end;
    }

    private static int lineBreak(String text, int at) {
        int next = at < text.length() && text.charAt(at) == '\r' ? at + 1 : at;
        return next < text.length() && text.charAt(next) == '\n' ? next + 1 : at;
    }

    private static int line(String text, int from) {
        int at = from;
        while (at < text.length() && isBase64(text.charAt(at))) {
            at++;
        }
        while (at > from && at < text.length() && text.charAt(at) == '=') {
            at++;
        }
        return at;
    }

    /** Both alphabets, and {@code %} of what is encoded as an address. */
    private static boolean isBase64(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '+'
                || c == '/'
                || c == '-'
                || c == '_'
                || c == '%';
    }

    /** How many characters of base64 stand there. */
    private static int base64(String text, int from, int end) {
        int many = 0;
        for (int at = from; at < end; at++) {
            many += text.charAt(at) > ' ' ? 1 : 0;
        }
        return many;
    }

    private static long decoded(String text, int from, int end, int characters) {
        int padding = 0;
        while (padding < 2 && end - padding > from && text.charAt(end - padding - 1) == '=') {
            padding++;
        }
        return characters * 3L / 4 - padding;
    }
}
