package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.hostapi.AgentApiError;

/** The failure of a model call, before or during its answer, with the error that the runner receives. */
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
