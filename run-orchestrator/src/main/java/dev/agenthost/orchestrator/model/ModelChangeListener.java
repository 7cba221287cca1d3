package dev.agenthost.orchestrator.model;

/** Receives a notification after each write to the catalogue of models. Never blocks and never fails. */
public interface ModelChangeListener {
    void modelChanged();
}
