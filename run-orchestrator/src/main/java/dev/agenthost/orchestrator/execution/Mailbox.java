package dev.agenthost.orchestrator.execution;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * What came for one run and was not taken yet, bounded by number and by characters. The socket puts in and never waits. What ends
 * the stream (its end, its loss, the overflow itself) always fits, and nothing fits after it. Not thread-safe: the run locks.
 */
final class Mailbox {
    private record Letter(Arrival arrival, int size) {}

    private final MailboxBounds bounds;
    private final Queue<Letter> letters = new ArrayDeque<>();
    private long characters;
    private boolean sealed;

    Mailbox(MailboxBounds bounds) {
        this.bounds = bounds;
    }

    /** @return false when it overflowed: the arrival was left out and {@link Arrival.Overflow} stands in its place */
    boolean put(Arrival arrival, int size) {
        if (sealed) {
            return true;
        }
        boolean full =
                letters.size() >= bounds.frames() || (!letters.isEmpty() && characters + size > bounds.characters());
        if (full && !arrival.isLast()) {
            letters.add(new Letter(new Arrival.Overflow(), 0));
            sealed = true;
            return false;
        }
        letters.add(new Letter(arrival, size));
        characters += size;
        sealed = arrival.isLast();
        return true;
    }

    /** It overflows, though not by its own bounds: what it held is gone. */
    void overflow() {
        letters.clear();
        characters = 0;
        letters.add(new Letter(new Arrival.Overflow(), 0));
        sealed = true;
    }

    /** Of the frames that wait. */
    long characters() {
        return characters;
    }

    Optional<Arrival> take() {
        Letter letter = letters.poll();
        if (letter == null) {
            return Optional.empty();
        }
        characters -= letter.size();
        return Optional.of(letter.arrival());
    }

    /** Nothing more goes in or comes out. */
    void close() {
        sealed = true;
        letters.clear();
        characters = 0;
    }
}
