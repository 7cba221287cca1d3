package dev.agenthost.orchestrator.model.telling;

/** Hears that something may be to be told. Never blocks and never fails. */
public interface ModelsWritten {
    void written();
}
