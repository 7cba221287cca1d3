package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;

/** The error of a refused or failed Host API call (spec 000 §9). */
public record AgentApiError(String code, String message, boolean retryable, ObjectNode details) {
    /** The member of {@code details} with the seconds after which a provider permits a repetition. */
    public static final String RETRY_AFTER = "retry_after_seconds";

    public AgentApiError {
        Fields.text(code, "code");
        message = Fields.or(message, "");
        details = Fields.object(details);
    }

    public static AgentApiError of(FailureCode code, String message) {
        return new AgentApiError(code.wire(), message, code.retryable(), Fields.object(null));
    }
}
