package dev.agenthost.im.chat.text;

import java.nio.charset.StandardCharsets;

/** Addresses of links in dialects of Markdown. */
public final class WebLink {
    private static final String SYNTAX = "()<>[]\"'\\`*~|_";

    private WebLink() {}

    /** Returns true for an address of the web, which every client opens. */
    public static boolean isWeb(String address) {
        return address.regionMatches(true, 0, "http://", 0, 7) || address.regionMatches(true, 0, "https://", 0, 8);
    }

    /** Returns the address with each sign of syntax encoded, so that no sign of it ends the link. */
    public static String encoded(String address) {
        StringBuilder out = new StringBuilder();
        for (byte b : address.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c <= ' ' || c > '~' || SYNTAX.indexOf(c) >= 0) {
                out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
