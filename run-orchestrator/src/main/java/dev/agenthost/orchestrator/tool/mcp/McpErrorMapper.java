package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;

/** Maps failures of servers to the error codes of spec 000 §9. Only a call that was surely not executed is retryable. */
final class McpErrorMapper {
    private McpErrorMapper() {}

    static ToolOutcome answer(Throwable why) {
        return why instanceof McpException failure
                ? of(failure)
                : ToolOutcome.unsure(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    static String why(Throwable why) {
        return why instanceof McpException failure ? failure.why() : "The server is unavailable";
    }

    private static ToolOutcome of(McpException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, NOT_OURS -> refused(FailureCode.RUNTIME_ERROR, failure, true);
            case BUSY -> refused(FailureCode.RATE_LIMITED, failure, true);
            case WRONG_ARGUMENTS -> refused(FailureCode.INVALID_ARGUMENT, failure, false);
            case TOO_LATE -> refused(FailureCode.DEADLINE_EXCEEDED, failure, false);
            case TOO_LARGE -> refused(FailureCode.PAYLOAD_TOO_LARGE, failure, false);
            case MISCONFIGURED, REFUSED, SESSION_GONE, UNREADABLE, DIED, FAILED ->
                refused(FailureCode.RUNTIME_ERROR, failure, false);
        };
    }

    private static ToolOutcome refused(FailureCode code, McpException failure, boolean retryable) {
        return new ToolOutcome.Refused(
                new AgentApiError(code.wire(), failure.why(), retryable, JsonNodeFactory.instance.objectNode()));
    }
}
