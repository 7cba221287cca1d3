package dev.agenthost.orchestrator.hostapi.audit;

/** Resolves the caller at the other end of a connection. */
public interface Callers {
    Caller of(String connectionId);
}
