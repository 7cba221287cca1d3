package dev.agenthost.local.box;

import dev.agenthost.local.plan.Demo;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Sends messages of the box's own when all processes are ready: once after the start and again after each death of a process. So "ready"
 * means that a message was answered by the processes that are there now.
 */
final class AnswerCheck {
    /** Sends them, and returns why one was not answered. */
    @FunctionalInterface
    interface Messages {
        Optional<String> send() throws InterruptedException;
    }

    private final IntSupplier deaths;
    private final Messages messages;
    private final Consumer<String> progress;
    private int checkedAt = -1;

    /** @param deaths of all processes so far */
    AnswerCheck(IntSupplier deaths, Messages messages, Consumer<String> progress) {
        this.deaths = deaths;
        this.messages = messages;
        this.progress = progress;
    }

    /**
     * Runs the check once after each death. A failed check is only reported, so that a box whose check agent was changed stays
     * usable.
     */
    synchronized void run() throws InterruptedException {
        int before = deaths.getAsInt();
        if (before == checkedAt) {
            return;
        }
        progress.accept(messages.send()
                .map(why -> "WARNING: a message to the bot " + Demo.START_CHECK + " was not answered: " + why)
                .orElse("a message was answered"));
        checkedAt = before;
    }
}
