package dev.agenthost.im.chat.text;

import java.util.Locale;

/** Addresses that Telegram opens from a link: of the web, and of Telegram itself (https://core.telegram.org/bots/api#formatting-options). */
final class LinkTarget {
    private static final int LONGEST = 2048;

    private LinkTarget() {}

    static boolean isLinkable(String address) {
        String lower = address.toLowerCase(Locale.ROOT);
        boolean isKnown = lower.startsWith("http://") || lower.startsWith("https://") || lower.startsWith("tg://");
        return isKnown && address.length() <= LONGEST && address.chars().noneMatch(Character::isWhitespace);
    }
}
