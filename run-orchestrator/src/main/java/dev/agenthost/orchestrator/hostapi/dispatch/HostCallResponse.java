package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The response to a call of a runner. */
public sealed interface HostCallResponse {
    /** @param detail the detail of a separate audit entry; null if the call is only counted */
    record Served(JsonNode data, @Nullable String detail) implements HostCallResponse {
        public Served(JsonNode data) {
            this(data, null);
        }
    }

    /**
     * A streamed response.
     *
     * @param detail the detail of the audit entry, available after the last chunk
     */
    record Streamed(Multi<JsonNode> chunks, Supplier<String> detail) implements HostCallResponse {}

    /** @param failed true if the call was permitted and failed; the audit distinguishes that from a denied call */
    record Refused(AgentApiError error, boolean failed) implements HostCallResponse {
        public Refused(AgentApiError error) {
            this(error, error.code().equals(FailureCode.RUNTIME_ERROR.wire()));
        }
    }

    static HostCallResponse served(Object data) {
        return new Served(ProtocolCodec.runnerTree(data));
    }

    static HostCallResponse refused(FailureCode code, String message) {
        return new Refused(AgentApiError.of(code, message));
    }

    /** Returns the response to a call that fails within the host. A tool may have been called then, so that call is not retryable. */
    static HostCallResponse failed(HostAction action) {
        boolean retryable = action != HostAction.CALL_TOOL;
        return new Refused(new AgentApiError(
                FailureCode.RUNTIME_ERROR.wire(),
                "the host could not do this now",
                retryable,
                JsonNodeFactory.instance.objectNode()));
    }

    /** Refuses a call with an argument that is wrong. */
    static HostCallResponse invalid(InvalidFieldException argument) {
        return refused(FailureCode.INVALID_ARGUMENT, String.valueOf(argument.getMessage()));
    }

    static HostCallResponse denied(AccessDecision.Denied denied) {
        return refused(denied.code(), denied.reason());
    }

    /** Converts an answer of context-store. A conflict there means that the run has ended, even if this replica still has it. */
    static <T> HostCallResponse of(ContextStoreResponse<T> answer, Function<T, HostCallResponse> served) {
        return switch (answer) {
            case ContextStoreResponse.Answered<T> answered -> served.apply(answered.value());
            case ContextStoreResponse.Refused<T> refused ->
                switch (refused.code()) {
                    case CONFLICT -> refused(FailureCode.NOT_FOUND, "Run session not found or expired");
                    case PRECONDITION_FAILED -> refused(FailureCode.CONFLICT, refused.detail());
                    case NOT_FOUND, GONE, INVALID_ARGUMENT, PAYLOAD_TOO_LARGE ->
                        refused(refused.code(), refused.detail());
                    default -> refused(FailureCode.RUNTIME_ERROR, "the host could not do this");
                };
        };
    }
}
