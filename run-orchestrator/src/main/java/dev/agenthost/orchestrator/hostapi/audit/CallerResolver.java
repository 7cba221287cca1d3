package dev.agenthost.orchestrator.hostapi.audit;

/** Resolves the caller at the other end of a connection. */
public interface CallerResolver {
    Caller of(String connectionId);
}
