package dev.agenthost.context.eventlog;

/**
 * Replaces the bytes of {@code data:} addresses inside a text, in Markdown for instance, by their number. Reads each character a bounded
 * number of times.
 */
final class InlineText {
    /** Fewest base64 characters that are replaced. */
    static final int LEAST = 64;
    /** Characters between {@code data:} and the comma. */
    static final int HEAD = 200;

    /** Fewest characters of a further line of base64; a shorter one may be a word. */
    private static final int LINE = 40;

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64";

    private InlineText() {}

    /** Returns the same text if there is nothing to replace. */
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

    /** Returns the index of the comma of a base64 address; -1 if the text is none. */
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

    /** Returns the end of the base64 that starts there, with its further lines. */
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

    /** Accepts both alphabets, and {@code %} of a URL-encoded address. */
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

    /** Returns the number of base64 characters in the range. */
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
