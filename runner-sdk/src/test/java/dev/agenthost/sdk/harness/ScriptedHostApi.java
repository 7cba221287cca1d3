package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.AgentApiException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A host in memory: it stores state, and answers calls by functions of the test; a call without one is refused. */
public class ScriptedHostApi implements HostApi {
    public final Map<String, Function<ObjectNode, ObjectNode>> calls = new ConcurrentHashMap<>();
    /** The calls so far, by their names on the wire. */
    public final List<String> called = new CopyOnWriteArrayList<>();

    public final Map<String, JsonNode> state = new ConcurrentHashMap<>();
    public volatile boolean cancelled;

    /** An object from JSON that is written with single quotes. */
    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    @Override
    public ObjectNode call(String action, ObjectNode data) {
        called.add(action + " " + data);
        Function<ObjectNode, ObjectNode> answer = calls.get(action);
        if (answer == null) {
            throw new AgentApiException(new AgentApiError("unauthorized", "it was not granted", false, json("{}")));
        }
        return answer.apply(data);
    }

    @Override
    public void stream(String action, ObjectNode data, Consumer<ObjectNode> piece) {
        throw new AssertionError(action);
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        called.add("history_page " + request.limit());
        return new HistoryPage(List.of(), "next", null, false, null);
    }

    @Override
    public <T> T read(ObjectNode data, Class<T> type) {
        try {
            return ProtocolCodec.decode(data, type);
        } catch (UndecodableException e) {
            throw new AssertionError(data.toString(), e);
        }
    }

    @Override
    public RunView runGet() {
        return new RunView("r1", "running", cancelled ? 1L : null);
    }

    @Override
    public String hostVersion() {
        return "v";
    }

    @Override
    public Optional<JsonNode> stateGet(StateScope scope, String key) {
        return Optional.ofNullable(state.get(key));
    }

    @Override
    public void stateSet(StateScope scope, String key, JsonNode value) {
        state.put(key, value);
    }

    @Override
    public StateValue stateRead(StateScope scope, String key) {
        JsonNode value = state.get(key);
        return new StateValue(value, etag(value));
    }

    @Override
    public boolean stateApply(StateScope scope, List<StateChange> changes) {
        called.add("state_apply " + changes.stream().map(StateChange::key).toList());
        long keys = changes.stream().map(StateChange::key).distinct().count();
        if (changes.isEmpty() || changes.size() > StateChanges.MOST || keys < changes.size()) {
            throw new AgentApiException(FailureCode.INVALID_ARGUMENT, "changes: 1 to 20, each of another key");
        }
        if (!changes.stream().allMatch(this::isMet)) {
            return false;
        }
        changes.forEach(change -> {
            if (change.isDeletion()) {
                state.remove(change.key());
            } else {
                state.put(change.key(), Objects.requireNonNull(change.value()));
            }
        });
        return true;
    }

    private boolean isMet(StateChange change) {
        JsonNode value = state.get(change.key());
        return change.ifMatch() == null
                ? value == null || !Boolean.TRUE.equals(change.ifAbsent())
                : change.ifMatch().equals(etag(value));
    }

    private static @Nullable String etag(@Nullable JsonNode value) {
        return value == null ? null : Integer.toHexString(value.hashCode());
    }

    @Override
    public boolean stateDelete(StateScope scope, String key) {
        return state.remove(key) != null;
    }

    @Override
    public StateKeys stateList(StateScope scope, @Nullable String prefix, int limit) {
        return new StateKeys(
                state.keySet().stream()
                        .filter(key -> prefix == null || key.startsWith(prefix))
                        .sorted()
                        .toList(),
                false);
    }
}
