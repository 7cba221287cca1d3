package dev.agenthost.orchestrator.hostapi.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a runner's call gets. */
public sealed interface Answer {
    /** @param detail for an entry of its own in the audit; null where calls are counted */
    record Served(JsonNode data, @Nullable String detail) implements Answer {
        public Served(JsonNode data) {
            this(data, null);
        }
    }

    /**
     * In pieces.
     *
     * @param detail for the audit, once all was said
     */
    record Streamed(Multi<JsonNode> pieces, Supplier<String> detail) implements Answer {}

    /** @param failed whether the call was permitted and failed; the audit distinguishes that from a denied call */
    record Refused(AgentApiError error, boolean failed) implements Answer {
        public Refused(AgentApiError error) {
            this(error, error.code().equals(FailureCode.RUNTIME_ERROR.wire()));
        }
    }

    static Answer served(Object data) {
        return new Served(ProtocolCodec.runnerTree(data));
    }

    static Answer refused(FailureCode code, String message) {
        return new Refused(AgentApiError.of(code, message));
    }

    static Answer denied(Check.Denied denied) {
        return refused(denied.code(), denied.reason());
    }

    /** A fence in context-store means that the run is over, whatever we still believe of it. */
    static <T> Answer of(StoreAnswer<T> answer, Function<T, Answer> served) {
        return switch (answer) {
            case StoreAnswer.Answered<T> answered -> served.apply(answered.value());
            case StoreAnswer.Refused<T> refused ->
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
