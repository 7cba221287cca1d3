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
 * {@code event_get} and {@code event_page} (spec 000 §8): the events of the run's own conversation and thread, of another one only if
 * granted (§11), and outside conversations only the run's own event.
 */
public final class EventCalls {
    private static final int MOST = 100;
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST_TYPES = 100;

    private final ContextStore contextStore;

    public EventCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    public Uni<HostCallResponse> get(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest request = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.Event(request)) instanceof AccessDecision.Denied denied) {
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
        ScopedRead scoped = ScopedRead.of(session, request);
        return contextStore
                .event(new EventQuestion(
                        session.workspaceId(),
                        session.botId(),
                        scoped.scope().conversationId(),
                        scoped.scope().threadId(),
                        eventId,
                        scoped.positions()))
                .map(answer -> scoped.withAuditDetail(
                        HostCallResponse.of(answer, event -> HostCallResponse.served(visible(grant, event)))));
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest request = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.Events(request)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<HostCallResponse> fault = ScopedRead.fault(data)
                .or(() -> CallArguments.faultOfCursors(data, "before_cursor"))
                .or(() -> CallArguments.faultOfNumber(data, "limit"));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        ScopedRead scoped = ScopedRead.of(session, request);
        String conversation = scoped.scope().conversationId();
        Optional<List<String>> types = types(data.path("event_types"));
        if (conversation == null || types.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "event_types must be a list of names");
        }
        return contextStore
                .events(new EventPageQuestion(
                        session.workspaceId(),
                        session.botId(),
                        conversation,
                        scoped.scope().threadId(),
                        types.get(),
                        data.path("before_cursor").textValue(),
                        CallArguments.number(data, "limit", DEFAULT_LIMIT, MOST),
                        scoped.positions(),
                        scoped.existing()))
                .map(answer -> scoped.withAuditDetail(
                        HostCallResponse.of(answer, page -> HostCallResponse.served(visible(grant, page)))));
    }

    /** Removes the reference to the raw payload of the platform unless the run may read it. */
    private static AgentEventRecord visible(Grant grant, AgentEventRecord event) {
        return Grant.check(grant, new AccessRequest.RawPayload()) instanceof AccessDecision.Denied
                ? event.withoutRaw()
                : event;
    }

    private static EventPage visible(Grant grant, EventPage page) {
        return new EventPage(
                page.items().stream().map(event -> visible(grant, event)).toList(),
                page.nextCursor(),
                page.prevCursor(),
                page.hasMore(),
                page.totalCount());
    }

    /** Returns the types, none for all; empty if the value is not a list of names. */
    private static Optional<List<String>> types(JsonNode names) {
        if (names.isMissingNode() || names.isNull()) {
            return Optional.of(List.of());
        }
        List<String> types = new ArrayList<>();
        for (JsonNode type : names) {
            if (!type.isTextual()) {
                return Optional.empty();
            }
            types.add(type.textValue());
        }
        return names.isArray() && types.size() <= MOST_TYPES ? Optional.of(types) : Optional.empty();
    }

    private static Uni<HostCallResponse> refused(FailureCode code, String why) {
        return Uni.createFrom().item(HostCallResponse.refused(code, why));
    }
}
