package dev.agenthost.orchestrator.run;

/** Receives each unreadable run that was found, which affects no other run. Never throws, never blocks. */
public interface UnreadableRunListener {
    void found(UnreadableRun run);
}
