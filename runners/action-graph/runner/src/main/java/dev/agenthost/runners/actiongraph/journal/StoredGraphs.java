package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HostApi;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads values of the state of the conversation; an unreadable one counts as absent. */
record StoredGraphs(HostApi api, InitialState initial) {
    /** The value at this moment. */
    <T> Optional<T> now(String key, Class<T> type) {
        return api.stateGet(StateScope.CONVERSATION, key).flatMap(value -> decoded(value, type));
    }

    /** The value at the start of the run, without a call if the context has it. */
    <T> Optional<T> atStart(String key, Class<T> type) {
        return initial.omits(key) ? now(key, type) : initial.value(key).flatMap(value -> decoded(value, type));
    }

    /** The graphs of each run of the host at the start of the run, by their key. */
    Map<String, OpenGraphs> openAtStart() {
        Map<String, OpenGraphs> open = new LinkedHashMap<>();
        for (String key : initial.keys(StateJournal.OPEN)) {
            atStart(key, OpenGraphs.class).ifPresent(graphs -> open.put(key, graphs));
        }
        return open;
    }

    private static <T> Optional<T> decoded(JsonNode value, Class<T> type) {
        try {
            return Optional.of(ProtocolCodec.decode(value, type));
        } catch (UndecodableException unreadable) {
            return Optional.empty();
        }
    }
}
