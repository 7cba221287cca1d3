package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.hostapi.AgentApiError;

/** A call of a model that gets no answer, also where the answer had begun: why, as the runner is told. */
public final class ModelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AgentApiError error;

    public ModelFailure(AgentApiError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    public AgentApiError error() {
        return error;
    }
}
