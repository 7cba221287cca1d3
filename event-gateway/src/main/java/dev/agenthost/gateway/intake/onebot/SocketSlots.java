package dev.agenthost.gateway.intake.onebot;

import java.util.HashMap;
import java.util.Map;

/** Limits the connections of one bot at this replica, and so the unpublished messages in memory. Thread-safe. */
final class SocketSlots {
    /** Two roles, each with an earlier connection that is not done with. */
    static final int MOST = 4;

    private final Map<String, Integer> used = new HashMap<>();

    /** Returns false if the bot has no slot left. */
    synchronized boolean enter(String botId) {
        int before = used.getOrDefault(botId, 0);
        if (before >= MOST) {
            return false;
        }
        used.put(botId, before + 1);
        return true;
    }

    synchronized void leave(String botId) {
        used.computeIfPresent(botId, (id, count) -> count == 1 ? null : count - 1);
    }
}
