package dev.agenthost.gateway.intake.discord;

import java.util.TreeSet;

/**
 * The sequence up to which all events of a session are published. A connection that resumes the session from it repeats every other event.
 * Used by one thread.
 */
final class PublishedSequence {
    private final String sessionId;
    private final TreeSet<Long> open = new TreeSet<>();
    private long last;

    /** @param last sequence of a session that is resumed; 0 for a new one */
    PublishedSequence(String sessionId, long last) {
        this.sessionId = sessionId;
        this.last = last;
    }

    boolean isOf(String otherSessionId) {
        return sessionId.equals(otherSessionId);
    }

    /** Notes an event that arrived. */
    void received(long sequence) {
        open.add(sequence);
        last = Math.max(last, sequence);
    }

    /** Notes an event that is done with. */
    void published(long sequence) {
        open.remove(sequence);
    }

    /** Returns the highest sequence without an earlier event that is not published. */
    long value() {
        return open.isEmpty() ? last : open.first() - 1;
    }
}
