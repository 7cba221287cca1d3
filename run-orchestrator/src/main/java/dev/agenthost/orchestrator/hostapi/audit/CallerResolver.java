package dev.agenthost.orchestrator.hostapi.audit;

/** Resolves the caller at the other end of a connection. */
public interface CallerResolver {
    AuditedCaller of(String connectionId);
}
