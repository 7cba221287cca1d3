package dev.agenthost.testkit.telegram;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds back the answers of calls that arrive, until they are dropped with their connections. */
final class AnswerHold {
    private final CountDownLatch dropped = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();

    /** Waits until the answers are dropped. */
    void await() {
        held.incrementAndGet();
        try {
            dropped.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    int held() {
        return held.get();
    }

    void drop() {
        dropped.countDown();
    }
}
