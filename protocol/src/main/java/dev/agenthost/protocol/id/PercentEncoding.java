package dev.agenthost.protocol.id;

import java.nio.charset.StandardCharsets;

/** RFC 3986 percent-encoding that leaves only unreserved characters, so that joined parts never run together. */
public final class PercentEncoding {
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private PercentEncoding() {}

    public static String encode(String part) {
        StringBuilder out = new StringBuilder(part.length() + 8);
        for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isUnreserved(c)) {
                out.append(c);
            } else {
                out.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            }
        }
        return out.toString();
    }

    private static boolean isUnreserved(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }
}
