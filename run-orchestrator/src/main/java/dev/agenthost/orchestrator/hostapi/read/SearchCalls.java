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
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** {@code history_search} (spec 000 §8): searches the run's own conversation and thread, and another one only if granted (§11). */
public final class SearchCalls {
    private final ContextStore contextStore;

    public SearchCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    public Uni<HostCallResponse> search(RunSession session, JsonNode data) {
        ScopeRequest request = ScopeRequest.of(data.path("filters"));
        if (Grant.check(session.grant(), new AccessRequest.Search(request)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        return switch (SearchFilters.read(data.path("filters"))) {
            case SearchFilters.Invalid(String why) -> refused(why);
            case SearchFilters.Read(HistoryFilters filters) ->
                search(session, data, ScopedRead.of(session, request), filters);
        };
    }

    private Uni<HostCallResponse> search(RunSession session, JsonNode data, ScopedRead scoped, HistoryFilters filters) {
        String conversation = scoped.scope().conversationId();
        String query = data.path("query").textValue();
        if (conversation == null || query == null) {
            return refused("query is missing");
        }
        Optional<HostCallResponse> fault =
                ScopedRead.fault(data.path("filters")).or(() -> CallArguments.faultOfNumber(data, "top_k"));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        try {
            HistorySearchQuestion question = new HistorySearchQuestion(
                    session.workspaceId(),
                    session.botId(),
                    conversation,
                    scoped.scope().threadId(),
                    query,
                    filters,
                    CallArguments.number(data, "top_k", HistorySearchQuestion.USUAL, HistorySearchQuestion.MOST),
                    scoped.positions(),
                    session.runId(),
                    scoped.existing());
            return contextStore
                    .search(question)
                    .map(answer -> scoped.withAuditDetail(HostCallResponse.of(
                            answer,
                            found -> HistoryCalls.served(
                                    session, found, scoped.scope().isOwn()))));
        } catch (InvalidFieldException wrong) {
            return refused(wrong.field() + " " + wrong.why());
        }
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
