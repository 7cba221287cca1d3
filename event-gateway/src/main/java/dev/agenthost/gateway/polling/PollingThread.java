package dev.agenthost.gateway.polling;

import dev.agenthost.protocol.bot.BotRegistration;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A bot that this replica polls, with the thread that polls it. */
final class PollingThread {
    private static final Logger LOG = System.getLogger(PollingThread.class.getName());
    private static final Duration AFTER_DEFECT = Duration.ofSeconds(1);

    private final PollingClaim claim;
    private final BotRegistration bot;
    private final BooleanSupplier current;
    private final Thread thread;
    private volatile boolean stopped;

    /** @param current true while the claim holds and the bot is unchanged */
    PollingThread(PollingClaim claim, BotRegistration bot, BooleanSupplier current, PollingTask task) {
        this.claim = claim;
        this.bot = bot;
        this.current = current;
        this.thread = Thread.ofVirtual().name("poll-" + bot.botId()).start(() -> poll(task));
    }

    private void poll(PollingTask task) {
        try {
            while (mayPoll()) {
                try {
                    task.poll(claim, bot, this::mayPoll);
                    return;
                } catch (RuntimeException defect) {
                    LOG.log(Level.ERROR, "polling failed and begins again: botId=" + bot.botId(), defect);
                    Thread.sleep(AFTER_DEFECT);
                }
            }
        } catch (InterruptedException stop) {
            // The holder ends it.
        }
    }

    PollingClaim claim() {
        return claim;
    }

    /**
     * Returns false for good once it was false: a lease that is renewed in time after all does not continue a thread that has ended, so the
     * bot is released and claimed again.
     */
    boolean mayPoll() {
        if (!stopped && !current.getAsBoolean()) {
            stopped = true;
        }
        return !stopped;
    }

    /** Prevents every further call and publication, without waiting for the one that is on its way. */
    void stop() {
        stopped = true;
        thread.interrupt();
    }

    /** Returns true when the thread has ended within that time. */
    boolean hasEnded(Duration within) throws InterruptedException {
        return thread.join(within);
    }
}
