package dev.agenthost.im.chat.text;

import org.jspecify.annotations.Nullable;

/** The next number of a list; null for a list with bullets. */
final class ListPosition {
    private @Nullable Integer number;

    ListPosition(@Nullable Integer first) {
        this.number = first;
    }

    String marker(int depth) {
        if (number == null) {
            return depth % 2 == 1 ? "• " : "◦ ";
        }
        int current = number;
        number = current + 1;
        return current + ". ";
    }
}
