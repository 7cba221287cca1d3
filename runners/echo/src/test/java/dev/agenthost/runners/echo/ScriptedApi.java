package dev.agenthost.runners.echo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A host that answers from memory. */
final class ScriptedApi implements HostApi {
    final Map<String, JsonNode> state = new HashMap<>();
    /** The newest first. */
    final List<TranscriptItem> history = new ArrayList<>();

    boolean cancelled;

    void said(String eventId, String role, String text) {
        history.addFirst(new TranscriptItem(
                "t" + history.size(),
                eventId,
                null,
                null,
                role,
                "message",
                text,
                null,
                List.of(),
                null,
                null,
                null,
                Fields.object(null)));
    }

    @Override
    public Optional<JsonNode> stateGet(StateScope scope, String key) {
        return Optional.ofNullable(state.get(key));
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        return new HistoryPage(history, null, null, false, null);
    }

    @Override
    public RunView runGet() {
        return new RunView("r1", "running", null);
    }

    @Override
    public CancellationToken cancellation() {
        return new CancellationToken() {
            @Override
            public Optional<Reason> reason() {
                return cancelled ? Optional.of(Reason.CANCELLED) : Optional.empty();
            }

            @Override
            public Registration onCancelled(Runnable action) {
                if (cancelled) {
                    action.run();
                }
                return () -> {};
            }
        };
    }

    @Override
    public String hostVersion() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stateSet(StateScope scope, String key, JsonNode value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean stateDelete(StateScope scope, String key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StateKeys stateList(StateScope scope, @Nullable String prefix, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectNode call(String action, ObjectNode data) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stream(String action, ObjectNode data, Consumer<ObjectNode> piece) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T read(ObjectNode data, Class<T> type) {
        throw new UnsupportedOperationException();
    }
}
