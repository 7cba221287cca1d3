package dev.agenthost.orchestrator.execution;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Logs the first warnings about one attempt, then a mark that more were omitted: a runner controls their number. Thread-safe. */
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
