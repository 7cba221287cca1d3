package dev.agenthost.orchestrator.lifecycle.attempt;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Items that arrived for one run and were not taken yet. The connection bounds their amount, because the host stops reading in time. No
 * item is accepted behind the one that ends the stream (its end, loss, overflow). Not thread-safe.
 */
final class InboxQueue {
    /**
     * @param held approximate characters of the item
     * @param cost characters of its frame
     */
    record Letter(InboxItem arrival, int held, int cost) {}

    private final Queue<Letter> letters = new ArrayDeque<>();
    private int frames;
    private long characters;
    private boolean sealed;

    /** Returns false if the item is ignored, because the stream has ended. */
    boolean put(InboxItem arrival, int size) {
        if (sealed) {
            return false;
        }
        int held = arrival.held(size);
        letters.add(new Letter(arrival, held, size));
        frames++;
        characters += held;
        sealed = arrival.isLast();
        return true;
    }

    /** Discards the waiting items and ends the stream as overloaded. Returns the discarded frames. */
    InboxBatch.Frames overflow() {
        InboxBatch.Frames discarded = close();
        letters.add(new Letter(new InboxItem.Overflow(), 0, 0));
        return discarded;
    }

    boolean isEmpty() {
        return letters.isEmpty();
    }

    /** The waiting frames. */
    InboxBatch.Frames waiting() {
        return new InboxBatch.Frames(frames, characters);
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
        frames -= letter.arrival() instanceof InboxItem.Overflow ? 0 : 1;
        characters -= letter.held();
        return Optional.of(letter);
    }

    /** Discards the waiting items and refuses all later ones. Returns the discarded frames. */
    InboxBatch.Frames close() {
        InboxBatch.Frames discarded = waiting();
        sealed = true;
        letters.clear();
        frames = 0;
        characters = 0;
        return discarded;
    }
}
