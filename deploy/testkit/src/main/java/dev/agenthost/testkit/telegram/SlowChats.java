package dev.agenthost.testkit.telegram;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Chats whose calls are taken one after another, each for some time. */
final class SlowChats {
    private final Map<Long, Slow> chats = new ConcurrentHashMap<>();

    private record Slow(Duration eachCall, ReentrantLock turn) {}

    void add(long chatId, Duration eachCall) {
        chats.put(chatId, new Slow(eachCall, new ReentrantLock(true)));
    }

    /** Returns at once for a chat that is not slow, otherwise when the call was taken. */
    void take(long chatId) {
        @Nullable Slow slow = chats.get(chatId);
        if (slow == null) {
            return;
        }
        slow.turn().lock();
        try {
            Thread.sleep(slow.eachCall());
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } finally {
            slow.turn().unlock();
        }
    }
}
