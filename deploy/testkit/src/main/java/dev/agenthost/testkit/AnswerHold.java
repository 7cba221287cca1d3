package dev.agenthost.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Holds back the answers of calls that arrive at a scripted platform, until they are dropped with their connections. */
public final class AnswerHold {
    private volatile @Nullable Held current;

    private record Held(LongPredicate lost, CountDownLatch dropped, AtomicInteger count) {}

    /** Holds back answers from now on. @param lost true for chats whose calls have no effect */
    public void begin(LongPredicate lost) {
        current = new Held(lost, new CountDownLatch(1), new AtomicInteger());
    }

    /**
     * Lets the call have its effect, unless the calls of its chat are lost, and waits until the answers are dropped.
     *
     * @return false at once, without an effect, if no answers are held back
     */
    public boolean take(long chat, Runnable effect) {
        Held held = current;
        if (held == null) {
            return false;
        }
        if (!held.lost().test(chat)) {
            effect.run();
        }
        held.count().incrementAndGet();
        try {
            held.dropped().await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Returns the number of calls whose answers are held back. */
    public int count() {
        Held held = current;
        return held == null ? 0 : held.count().get();
    }

    /** Closes the connections of the held answers; later calls are answered. */
    public void drop() {
        Held held = current;
        current = null;
        if (held != null) {
            held.dropped().countDown();
        }
    }
}
