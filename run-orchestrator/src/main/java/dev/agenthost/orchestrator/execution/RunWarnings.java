package dev.agenthost.orchestrator.execution;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Logs the first warnings about one attempt, then that there are more: a runner decides how many there are. Thread-safe. */
public final class RunWarnings {
    static final int MOST = 20;
    static final String NO_MORE = "what else is odd about this run is not said";

    private final Consumer<String> log;
    private final AtomicInteger seen = new AtomicInteger();

    public RunWarnings(Consumer<String> log) {
        this.log = log;
    }

    public void say(String what) {
        int number = seen.incrementAndGet();
        if (number <= MOST) {
            log.accept(what);
        }
        if (number == MOST + 1) {
            log.accept(NO_MORE);
        }
    }
}
