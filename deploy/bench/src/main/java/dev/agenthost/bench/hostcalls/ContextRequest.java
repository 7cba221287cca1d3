package dev.agenthost.bench.hostcalls;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.util.List;
import java.util.UUID;

/** The requests of the host to context-store for a call, without any lookup: all runs belong to one conversation. */
record ContextRequest(String workspace, String bot, String conversation) {
    private static final RunId RUN = new RunId(new UUID(0, 1));
    private static final RunnerId RUNNER = RunnerId.parse(CallingRunner.ID);

    StateCall state(JsonNode data) {
        var key = new StateScopeKey(
                StateScope.CONVERSATION, bot, bot, RUNNER, StateScopeKey.conversation(conversation, null));
        return StateCall.get(workspace, RUN, 1, key, data.path("key").asText());
    }

    HistoryQuestion history(JsonNode data) {
        return new HistoryQuestion(
                workspace,
                bot,
                conversation,
                null,
                data.path("before_cursor").textValue(),
                data.path("after_cursor").textValue(),
                data.path("limit").asInt(),
                HistoryDirection.BACKWARD,
                List.of());
    }
}
