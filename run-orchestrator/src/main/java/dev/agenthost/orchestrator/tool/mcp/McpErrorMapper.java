package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;

/** A server's trouble in the codes of spec 000 §9. Only what surely did nothing may be tried again. */
final class McpErrorMapper {
    private McpErrorMapper() {}

    static ToolOutcome answer(Throwable why) {
        return why instanceof McpException failure
                ? of(failure)
                : ToolOutcome.refused(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    static String why(Throwable why) {
        return why instanceof McpException failure ? failure.why() : "The server cannot be asked now";
    }

    private static ToolOutcome of(McpException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, NOT_OURS -> said(FailureCode.RUNTIME_ERROR, failure, true);
            case BUSY -> said(FailureCode.RATE_LIMITED, failure, true);
            case WRONG_ARGUMENTS -> said(FailureCode.INVALID_ARGUMENT, failure, false);
            case TOO_LATE -> said(FailureCode.DEADLINE_EXCEEDED, failure, false);
            case TOO_LARGE -> said(FailureCode.PAYLOAD_TOO_LARGE, failure, false);
            case MISCONFIGURED, REFUSED, SESSION_GONE, UNREADABLE, DIED, FAILED ->
                said(FailureCode.RUNTIME_ERROR, failure, false);
        };
    }

    private static ToolOutcome said(FailureCode code, McpException failure, boolean retryable) {
        return new ToolOutcome.Refused(
                new AgentApiError(code.wire(), failure.why(), retryable, JsonNodeFactory.instance.objectNode()));
    }
}
