package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.ScopeRef;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scope that a permitted call reads, and the conditions of its answer.
 *
 * @param positions the records that the answer must include; none for another conversation
 * @param existing true if an unknown scope is {@code not_found}; the unknown conversation of the run itself is empty
 */
record ScopedRead(
        ScopeRef scope,
        List<RecordPosition> positions,
        @Nullable Boolean existing) {
    static ScopedRead of(RunSession session, ScopeRequest request) {
        ScopeRef scope = session.grant().resolve(request);
        return scope.isOwn()
                ? new ScopedRead(scope, session.positions(), null)
                : new ScopedRead(scope, List.of(), true);
    }

    /** Gives each read of another conversation its own audit entry. */
    HostCallResponse withAuditDetail(HostCallResponse answer) {
        return !scope.isOwn() && answer instanceof HostCallResponse.Served served
                ? new HostCallResponse.Served(served.data(), "read of another conversation")
                : answer;
    }

    /** Returns empty if the scope is valid or absent. */
    static Optional<HostCallResponse> fault(JsonNode data) {
        JsonNode conversation = data.path("conversation_id");
        return conversation.isTextual() && conversation.textValue().isBlank()
                ? Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "conversation_id is empty"))
                : CallArguments.faultOfTexts(data, "conversation_id", "thread_id");
    }
}
