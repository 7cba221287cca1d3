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
 * Where a call that is granted looks, and what its answer has to know.
 *
 * @param positions what the answer must have seen: of another conversation than one's own nothing is awaited
 * @param existing true where what is not there is {@code not_found}; in its own conversation a run sees that nothing was said yet
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

    /** Each look elsewhere has an entry of its own in the audit, however many there are. */
    HostCallResponse noted(HostCallResponse answer) {
        return !place.isOwn() && answer instanceof HostCallResponse.Served served
                ? new HostCallResponse.Served(served.data(), "looked elsewhere")
                : answer;
    }

    /** Empty where a place is named as it can be, or not at all. */
    static Optional<HostCallResponse> fault(JsonNode said) {
        JsonNode conversation = said.path("conversation_id");
        return conversation.isTextual() && conversation.textValue().isBlank()
                ? Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "conversation_id is empty"))
                : CallArguments.faultOfTexts(said, "conversation_id", "thread_id");
    }
}
