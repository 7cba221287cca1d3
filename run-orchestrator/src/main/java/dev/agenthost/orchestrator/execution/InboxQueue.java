package dev.agenthost.orchestrator.execution;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Items that arrived for one run and were not taken yet. The socket adds and never waits; its connection bounds the amount, because it
 * is read no further in time. No item is accepted behind the one that ends the stream (its end, its loss, the overflow). Not
 * thread-safe: the run locks.
 */
final class InboxQueue {
    /**
     * @param size characters that it holds, about
     * @param cost characters of the frame that brought it
     */
    record Letter(InboxItem arrival, int size, int cost) {}

    private final Queue<Letter> letters = new ArrayDeque<>();
    private long characters;
    private boolean sealed;

    void put(InboxItem arrival, int size) {
        if (!sealed) {
            // Of what was too large little is left.
            int kept = arrival instanceof InboxItem.Result result && !result.oversized() ? size : 0;
            letters.add(new Letter(arrival, kept, size));
            characters += kept;
            sealed = arrival.isLast();
        }
    }

    /** More waits than may: what it held is gone. */
    void overflow() {
        letters.clear();
        characters = 0;
        letters.add(new Letter(new InboxItem.Overflow(), 0, 0));
        sealed = true;
    }

    int frames() {
        return letters.size();
    }

    /** Of the frames that wait. */
    long characters() {
        return characters;
    }

    /** Returns true if no further item is accepted. */
    boolean isSealed() {
        return sealed;
    }

    Optional<Letter> take() {
        Letter letter = letters.poll();
        if (letter == null) {
            return Optional.empty();
        }
        characters -= letter.size();
        return Optional.of(letter);
    }

    /** Nothing more goes in or comes out. */
    void close() {
        sealed = true;
        letters.clear();
        characters = 0;
    }
}
