package dev.agenthost.gateway.intake.onebot;

import io.vertx.core.Context;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The events of one connection, which are taken in one after another, each on a virtual thread. Used on one context, unless noted. */
final class EventQueue {
    /** Takes in one event. */
    interface Intake {
        /** Blocks until the outcome is known; returns false if the event must be taken in again. */
        boolean isDone(String text) throws InterruptedException;
    }

    private static final Logger LOG = Logger.getLogger(EventQueue.class);
    private static final Duration REPETITION = Duration.ofSeconds(1);
    private static final int MOST_EVENTS = 64;
    private static final int MOST_CHARACTERS = 1024 * 1024;

    private final Context context;
    private final String botId;
    private final Intake intake;
    private final Runnable taken;
    private final Queue<String> waiting = new ArrayDeque<>();
    private int characters;
    private volatile @Nullable Thread worker;

    /** @param taken runs on the context after each event */
    EventQueue(Context context, String botId, Intake intake, Runnable taken) {
        this.context = context;
        this.botId = botId;
        this.intake = intake;
        this.taken = taken;
    }

    void add(String text) {
        waiting.add(text);
        characters += text.length();
        takeNext();
    }

    /** Returns true if no further event should be read now. */
    boolean isFull() {
        return waiting.size() >= MOST_EVENTS || characters >= MOST_CHARACTERS;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Waits for the event that is taken in, and interrupts it after that time. For any thread. */
    void awaitEvent(Duration within) throws InterruptedException {
        Thread running = worker;
        if (running != null && !running.join(within)) {
            running.interrupt();
        }
    }

    private void takeNext() {
        String next = waiting.peek();
        if (worker == null && next != null) {
            Thread taking = Thread.ofVirtual().name("onebot-" + botId).unstarted(() -> takeIn(next));
            worker = taking;
            taking.start();
        }
    }

    private void takeIn(String text) {
        try {
            while (!intake.isDone(text)) {
                Thread.sleep(REPETITION);
            }
        } catch (InterruptedException stop) {
            LOG.warnf("an event was not taken in, because the replica stops: botId=%s", botId);
        } catch (RuntimeException defect) {
            LOG.errorf(defect, "an event was not taken in: botId=%s", botId);
        } finally {
            context.runOnContext(next -> end(text));
        }
    }

    private void end(String text) {
        worker = null;
        waiting.remove();
        characters -= text.length();
        takeNext();
        taken.run();
    }
}
