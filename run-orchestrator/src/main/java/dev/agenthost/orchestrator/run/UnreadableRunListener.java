package dev.agenthost.orchestrator.run;

/** Told of each run that was found and could not be read: it costs nobody but itself. Never throws, never blocks. */
public interface UnreadableRunListener {
    void found(UnreadableRun run);
}
