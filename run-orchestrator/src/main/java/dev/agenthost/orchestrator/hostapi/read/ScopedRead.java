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
 * The place that a permitted call reads, and the conditions of its answer.
 *
 * @param positions the records that the answer must include; none for another conversation
 * @param existing true where an unknown place is {@code not_found}; in its own conversation a run sees an empty one
 */
record ScopedRead(
        ScopeRef place,
        List<RecordPosition> positions,
        @Nullable Boolean existing) {
    static ScopedRead of(RunSession session, ScopeRequest named) {
        ScopeRef place = session.grant().seen(named);
        return place.isOwn()
                ? new ScopedRead(place, session.positions(), null)
                : new ScopedRead(place, List.of(), true);
    }

    /** Gives each read of another place its own audit entry, even if there are many. */
    HostCallResponse noted(HostCallResponse answer) {
        return !place.isOwn() && answer instanceof HostCallResponse.Served served
                ? new HostCallResponse.Served(served.data(), "looked elsewhere")
                : answer;
    }

    /** Returns empty if the place is valid or absent. */
    static Optional<HostCallResponse> fault(JsonNode said) {
        JsonNode conversation = said.path("conversation_id");
        return conversation.isTextual() && conversation.textValue().isBlank()
                ? Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "conversation_id is empty"))
                : CallArguments.faultOfTexts(said, "conversation_id", "thread_id");
    }
}
