package dev.agenthost.orchestrator.hostapi.audit;

/** Who is at the other end of a connection. */
public interface Callers {
    Caller of(String connectionId);
}
