package dev.agenthost.orchestrator.model;

/** Counts calls of models. */
public interface ModelMeter {
    /**
     * @param action the wire's name
     * @param outcome {@code served}, {@code cancelled}, or a failure code
     */
    void called(String action, String outcome, Usage usage);
}
