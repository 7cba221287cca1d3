package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.orchestrator.grant.reach.Place;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.hostapi.call.Arguments;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.protocol.failure.FailureCode;
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
record Looking(
        Place place,
        List<RecordPosition> positions,
        @Nullable Boolean existing) {
    static Looking of(RunSession session, NamedPlace named) {
        Place place = session.grant().seen(named);
        return place.isOwn() ? new Looking(place, session.positions(), null) : new Looking(place, List.of(), true);
    }

    /** Each look elsewhere has an entry of its own in the audit, however many there are. */
    Answer noted(Answer answer) {
        return !place.isOwn() && answer instanceof Answer.Served served
                ? new Answer.Served(served.data(), "looked elsewhere")
                : answer;
    }

    /** Empty where a place is named as it can be, or not at all. */
    static Optional<Answer> fault(JsonNode said) {
        JsonNode conversation = said.path("conversation_id");
        return conversation.isTextual() && conversation.textValue().isBlank()
                ? Optional.of(Answer.refused(FailureCode.INVALID_ARGUMENT, "conversation_id is empty"))
                : Arguments.faultOfTexts(said, "conversation_id", "thread_id");
    }
}
