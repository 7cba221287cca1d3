package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code event_get} and {@code event_page} (spec 000 §8): of the run's own conversation and thread, of another only where that is granted
 * (§11), and outside any its own event only.
 */
public final class EventCalls {
    private static final int MOST = 100;
    private static final int USUAL = 50;
    private static final int MOST_TYPES = 100;

    private final ContextStore memory;

    public EventCalls(ContextStore memory) {
        this.memory = memory;
    }

    public Uni<HostCallResponse> get(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest named = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.Event(named)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String eventId = data.path("event_id").asText("");
        if (eventId.isBlank() || !data.path("event_id").isTextual()) {
            return refused(FailureCode.INVALID_ARGUMENT, "event_id is missing");
        }
        Optional<HostCallResponse> fault = ScopedRead.fault(data);
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        if (grant.conversationId() == null && !session.conversationKey().value().endsWith("/~" + eventId)) {
            return refused(FailureCode.NOT_FOUND, "Event not found");
        }
        ScopedRead looking = ScopedRead.of(session, named);
        return memory.event(new EventQuestion(
                        session.workspaceId(),
                        session.botId(),
                        looking.place().conversationId(),
                        looking.place().threadId(),
                        eventId,
                        looking.positions()))
                .map(answer -> looking.noted(
                        HostCallResponse.of(answer, event -> HostCallResponse.served(shown(grant, event)))));
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest named = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.Events(named)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<HostCallResponse> fault = ScopedRead.fault(data)
                .or(() -> CallArguments.faultOfCursors(data, "before_cursor"))
                .or(() -> CallArguments.faultOfNumber(data, "limit"));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        ScopedRead looking = ScopedRead.of(session, named);
        String conversation = looking.place().conversationId();
        Optional<List<String>> types = types(data.path("event_types"));
        if (conversation == null || types.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "event_types is no list of names");
        }
        return memory.events(new EventPageQuestion(
                        session.workspaceId(),
                        session.botId(),
                        conversation,
                        looking.place().threadId(),
                        types.get(),
                        data.path("before_cursor").textValue(),
                        CallArguments.number(data, "limit", USUAL, MOST),
                        looking.positions(),
                        looking.existing()))
                .map(answer -> looking.noted(
                        HostCallResponse.of(answer, page -> HostCallResponse.served(shown(grant, page)))));
    }

    /** That a platform's own payload is kept is told to those only who may read it. */
    private static AgentEventRecord shown(Grant grant, AgentEventRecord event) {
        return Grant.check(grant, new AccessRequest.RawPayload()) instanceof AccessDecision.Denied
                ? event.withoutRaw()
                : event;
    }

    private static EventPage shown(Grant grant, EventPage page) {
        return new EventPage(
                page.items().stream().map(event -> shown(grant, event)).toList(),
                page.nextCursor(),
                page.prevCursor(),
                page.hasMore(),
                page.totalCount());
    }

    /** All of them where nothing is said; empty where it is no list of names. */
    private static Optional<List<String>> types(JsonNode said) {
        if (said.isMissingNode() || said.isNull()) {
            return Optional.of(List.of());
        }
        List<String> types = new ArrayList<>();
        for (JsonNode type : said) {
            if (!type.isTextual()) {
                return Optional.empty();
            }
            types.add(type.textValue());
        }
        return said.isArray() && types.size() <= MOST_TYPES ? Optional.of(types) : Optional.empty();
    }

    private static Uni<HostCallResponse> refused(FailureCode code, String why) {
        return Uni.createFrom().item(HostCallResponse.refused(code, why));
    }
}
