package dev.agenthost.orchestrator.lifecycle;

import java.time.Duration;

/** Does something a moment later, on a thread that may wait. What this process forgets by dying need not be done. */
public interface DelayScheduler {
    void after(Duration pause, Runnable what);
}
