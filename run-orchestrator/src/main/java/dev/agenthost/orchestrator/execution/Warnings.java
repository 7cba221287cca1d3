package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.protocol.id.RunnerId;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;

/** What is odd about one attempt, for the log: the first of it, and that there was more. A runner decides how much that is. Thread-safe. */
final class Warnings {
    static final int MOST = 20;

    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());

    private final ClaimedRun run;
    private final RunnerId runner;
    private final AtomicInteger seen = new AtomicInteger();

    Warnings(ClaimedRun run, RunnerId runner) {
        this.run = run;
        this.runner = runner;
    }

    void say(String what) {
        int number = seen.incrementAndGet();
        if (number <= MOST) {
            log(what);
        }
        if (number == MOST) {
            log("what else is odd about this run is not said");
        }
    }

    private void log(String what) {
        LOG.log(Level.WARNING, "runId={0} attempt={1} runnerId={2} {3}", run.runId(), run.attempt(), runner, what);
    }
}
