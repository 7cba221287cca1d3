package dev.agenthost.orchestrator.model;

/** Hears that something may be to be told. Never blocks and never fails. */
public interface ModelChangeListener {
    void written();
}
