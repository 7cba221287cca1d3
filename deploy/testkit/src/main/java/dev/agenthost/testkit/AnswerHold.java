package dev.agenthost.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/** Holds back the answers of calls that arrive at a scripted platform, until they are dropped with their connections. */
public final class AnswerHold {
    private final LongPredicate lost;
    private final CountDownLatch dropped = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();

    /** @param lost true for chats whose calls have no effect */
    public AnswerHold(LongPredicate lost) {
        this.lost = lost;
    }

    /** Lets the call have its effect, unless the calls of its chat are lost, and waits until the answers are dropped. */
    public void hold(long chat, Runnable effect) {
        if (!lost.test(chat)) {
            effect.run();
        }
        held.incrementAndGet();
        try {
            dropped.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the number of calls whose answers were held back. */
    public int held() {
        return held.get();
    }

    /** Closes the connections of the held answers. */
    public void drop() {
        dropped.countDown();
    }
}
