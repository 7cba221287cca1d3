package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.RunOutput;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A run without a host: records results and answers calls by functions of the test. */
public final class ScriptedRun extends ScriptedHostApi implements RunOutput {
    public final List<ResultPayload> results = new CopyOnWriteArrayList<>();

    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        results.add(payload);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        called.add("history_page " + request.beforeCursor() + " " + request.limit());
        return new HistoryPage(List.of(), "next", null, false, null);
    }

    @Override
    public Optional<JsonNode> stateGet(StateScope scope, String key) {
        called.add("state_get " + key);
        return Optional.ofNullable(state.get(key));
    }

    @Override
    public void stateSet(StateScope scope, String key, JsonNode value) {
        called.add("state_set " + key + " " + value);
        state.put(key, value);
    }

    @Override
    public boolean stateDelete(StateScope scope, String key) {
        called.add("state_delete " + key);
        return state.remove(key) != null;
    }

    @Override
    public StateKeys stateList(StateScope scope, @Nullable String prefix, int limit) {
        throw new AssertionError(prefix);
    }
}
