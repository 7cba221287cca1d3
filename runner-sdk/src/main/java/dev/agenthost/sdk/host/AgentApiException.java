package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;

/** The host refused a call, or the call failed (spec 000 §9). */
public final class AgentApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AgentApiError error;
    private final String code;
    private final boolean retryable;

    public AgentApiException(AgentApiError error) {
        super(error.code() + ": " + error.message());
        this.error = error;
        this.code = error.code();
        this.retryable = error.retryable();
    }

    public AgentApiException(FailureCode code, String message) {
        this(AgentApiError.of(code, message));
    }

    /** A code of spec 000 §9, or the host's own, for instance {@code host.action_error}. */
    public String code() {
        return code;
    }

    /** Returns true if the same call may succeed later. */
    public boolean retryable() {
        return retryable;
    }

    public boolean is(FailureCode expected) {
        return expected.wire().equals(code);
    }

    /**
     * Returns the code with which a run fails that ends by this error, so that people read its sentence: {@code deadline_exceeded} of a call
     * that took too long, mostly because the time of the run is over; {@code budget_exhausted} of a call for which the budget of a delegated
     * run has nothing left; otherwise that of the runner.
     *
     * @param otherwise a code of the runner, {@code <runner>.<reason>}
     */
    public String runCode(String otherwise) {
        return is(FailureCode.DEADLINE_EXCEEDED) || is(FailureCode.BUDGET_EXHAUSTED) ? code : otherwise;
    }

    /** The host's details; an empty object if there are none. */
    public ObjectNode details() {
        return error.details();
    }
}
