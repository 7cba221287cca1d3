package dev.agenthost.gateway.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Lets the updates of one conversation pass one after another, in the order of their arrival at this replica. */
final class ConversationLocks {
    private final Map<String, Entry> entries = new HashMap<>();

    /** Counts those who wait for it and the one that has it: the last one removes the entry. */
    private static final class Entry {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int users;
    }

    /** Returns true when the caller has the conversation; false if it does not get it within that time. */
    boolean enter(String conversation, Duration timeout) throws InterruptedException {
        return enter(conversation, lock -> lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Waits until the caller has the conversation. */
    void enter(String conversation) throws InterruptedException {
        enter(conversation, lock -> {
            lock.lockInterruptibly();
            return true;
        });
    }

    private interface Acquisition {
        boolean acquire(ReentrantLock lock) throws InterruptedException;
    }

    private boolean enter(String conversation, Acquisition acquisition) throws InterruptedException {
        Entry entry;
        synchronized (entries) {
            entry = entries.computeIfAbsent(conversation, key -> new Entry());
            entry.users++;
        }
        boolean entered = false;
        try {
            entered = acquisition.acquire(entry.lock);
            return entered;
        } finally {
            if (!entered) {
                forget(conversation, entry);
            }
        }
    }

    void leave(String conversation) {
        Entry entry;
        synchronized (entries) {
            entry = entries.get(conversation);
        }
        if (entry != null) {
            entry.lock.unlock();
            forget(conversation, entry);
        }
    }

    private void forget(String conversation, Entry entry) {
        synchronized (entries) {
            if (--entry.users == 0) {
                entries.remove(conversation);
            }
        }
    }

    int size() {
        synchronized (entries) {
            return entries.size();
        }
    }
}
