package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.hostapi.call.Arguments;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** {@code history_search} (spec 000 §8): in the run's own conversation and thread, and in another only where that is granted (§11). */
public final class SearchCalls {
    private final RunMemory memory;

    public SearchCalls(RunMemory memory) {
        this.memory = memory;
    }

    public Uni<Answer> search(RunSession session, JsonNode data) {
        NamedPlace named = NamedPlace.of(data.path("filters"));
        if (Grant.check(session.grant(), new Access.Search(named)) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        return switch (SearchFilters.read(data.path("filters"))) {
            case SearchFilters.Wrong(String why) -> refused(why);
            case SearchFilters.Read(HistoryFilters filters) ->
                search(session, data, Looking.of(session, named), filters);
        };
    }

    private Uni<Answer> search(RunSession session, JsonNode data, Looking looking, HistoryFilters filters) {
        String conversation = looking.place().conversationId();
        String query = data.path("query").textValue();
        if (conversation == null || query == null) {
            return refused("query is missing");
        }
        Optional<Answer> fault = Looking.fault(data.path("filters")).or(() -> Arguments.faultOfNumber(data, "top_k"));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        try {
            HistorySearchQuestion question = new HistorySearchQuestion(
                    session.workspaceId(),
                    session.botId(),
                    conversation,
                    looking.place().threadId(),
                    query,
                    filters,
                    Arguments.number(data, "top_k", HistorySearchQuestion.USUAL, HistorySearchQuestion.MOST),
                    looking.positions(),
                    session.runId(),
                    looking.existing());
            return memory.search(question)
                    .map(answer -> looking.noted(Answer.of(
                            answer,
                            found -> HistoryCalls.served(
                                    session, found, looking.place().isOwn()))));
        } catch (InvalidFieldException wrong) {
            return refused(wrong.field() + " " + wrong.why());
        }
    }

    private static Uni<Answer> refused(String why) {
        return Uni.createFrom().item(Answer.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
