package dev.agenthost.orchestrator.lifecycle.attempt;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Items that arrived for one run and were not taken yet. Its connection bounds the amount, because it is read no further in time. No item
 * is accepted behind the one that ends the stream (its end, its loss, the overflow). Not thread-safe.
 */
final class InboxQueue {
    /**
     * @param held characters that it holds, about
     * @param cost characters of the frame that brought it
     */
    record Letter(InboxItem arrival, int held, int cost) {}

    private final Queue<Letter> letters = new ArrayDeque<>();
    private int frames;
    private long characters;
    private boolean sealed;

    /** Returns false where the item is ignored, because the stream has ended. */
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

    /** The frames that wait. */
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

    /** Discards the waiting items; nothing more goes in or comes out. Returns the discarded frames. */
    InboxBatch.Frames close() {
        InboxBatch.Frames discarded = waiting();
        sealed = true;
        letters.clear();
        frames = 0;
        characters = 0;
        return discarded;
    }
}
