package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.runners.actiongraph.execution.GraphJournal;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.RequestUsage;
import dev.agenthost.sdk.HostApi;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The journal in the state of the conversation. A graph with {@code persist} is stored before the effects of each step; any other one from
 * the point at which it waits. An entry has at most 256 KiB. It is removed when its run has answered after the end of the graph.
 *
 * <pre>
 * action_graph.run.&lt;graph&gt;    the entry
 * action_graph.record.&lt;graph&gt; the record of a graph with {@code persist} at its last decision point
 * action_graph.records         the ids of the last 20 records; older ones are removed
 * action_graph.open.&lt;hash&gt;    id of the unfinished graph of one run of the host, which a later attempt resumes
 * </pre>
 */
public final class StateJournal implements GraphJournal {
    private static final String ENTRY = "action_graph.run.";
    private static final String OPEN = "action_graph.open.";
    private static final String RECORD = "action_graph.record.";
    private static final String RECORDS = "action_graph.records";
    private static final int MAX_RECORDS = 20;
    private static final int HASH_CHARACTERS = 16;

    private final HostApi api;
    private final String openKey;
    private final boolean isAvailable;
    /** The stored graphs of this run, and true for those that have ended. */
    private final Map<String, Boolean> stored = new HashMap<>();

    private String open = "";

    /**
     * @param hostRunId id of the run of the host
     * @param isAvailable false if the run may store no state: no graph is durable then
     */
    public StateJournal(HostApi api, String hostRunId, boolean isAvailable) {
        this.api = api;
        this.openKey =
                OPEN + Sha256.hex(hostRunId.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_CHARACTERS);
        this.isAvailable = isAvailable;
    }

    @Override
    public void store(GraphRun graph, RequestUsage usage) {
        boolean isDurable = graph.declared().declaration().envelope().persist();
        if (!isAvailable || !isDurable && !graph.state().isWaiting() && !stored.containsKey(graph.runId())) {
            return;
        }
        api.stateSet(StateScope.CONVERSATION, ENTRY + graph.runId(), ProtocolCodec.tree(JournalEntry.of(graph, usage)));
        stored.put(graph.runId(), graph.state().hasEnded());
        if (!open.equals(graph.runId())) {
            ObjectNode id = JsonNodeFactory.instance.objectNode().put("run_id", graph.runId());
            api.stateSet(StateScope.CONVERSATION, openKey, id);
            open = graph.runId();
        }
    }

    @Override
    public void conclude(GraphRun graph, DecisionPoint point) {
        if (!isAvailable || !graph.declared().declaration().envelope().persist()) {
            return;
        }
        api.stateSet(StateScope.CONVERSATION, RECORD + graph.runId(), StoredRecord.json(graph, point));
        ArrayNode ids = JsonNodeFactory.instance.arrayNode();
        api.stateGet(StateScope.CONVERSATION, RECORDS)
                .ifPresent(known -> known.path("ids").forEach(ids::add));
        for (JsonNode id : ids) {
            if (id.asText().equals(graph.runId())) {
                return;
            }
        }
        ids.add(graph.runId());
        while (ids.size() > MAX_RECORDS) {
            api.stateDelete(StateScope.CONVERSATION, RECORD + ids.remove(0).asText());
        }
        api.stateSet(
                StateScope.CONVERSATION,
                RECORDS,
                JsonNodeFactory.instance.objectNode().set("ids", ids));
    }

    @Override
    public void keep(GraphRun graph, RequestUsage usage) {
        if (isAvailable) {
            api.stateSet(
                    StateScope.CONVERSATION, ENTRY + graph.runId(), ProtocolCodec.tree(JournalEntry.of(graph, usage)));
        }
    }

    /** The earlier graphs of the request of a graph, as far as they are stored. They are removed with it. */
    public List<JournalEntry> earlier(JournalEntry graph) {
        List<JournalEntry> earlier = new ArrayList<>();
        graph.record().earlier().forEach(id -> read(id).ifPresent(earlier::add));
        earlier.forEach(entry -> stored.put(entry.runId(), true));
        return earlier;
    }

    /**
     * Removes what no later attempt of this run needs: it is about to end.
     *
     * @param waits true if a graph waits: the graphs of its request stay
     */
    public void close(boolean waits) {
        stored.forEach((runId, hasEnded) -> {
            if (hasEnded && !waits) {
                api.stateDelete(StateScope.CONVERSATION, ENTRY + runId);
            }
        });
        if (!open.isEmpty()) {
            api.stateDelete(StateScope.CONVERSATION, openKey);
        }
    }

    /** The unfinished graph that an earlier attempt of the same run has left. */
    public Optional<JournalEntry> unfinished() {
        if (!isAvailable) {
            return Optional.empty();
        }
        open = api.stateGet(StateScope.CONVERSATION, openKey)
                .map(id -> id.path("run_id").asText(""))
                .orElse("");
        return open.isEmpty() ? Optional.empty() : read(open);
    }

    /** The entry of a graph; empty if there is none. */
    public Optional<JournalEntry> read(String runId) {
        return isAvailable
                ? api.stateGet(StateScope.CONVERSATION, ENTRY + runId).flatMap(this::decode)
                : Optional.empty();
    }

    private Optional<JournalEntry> decode(JsonNode value) {
        try {
            JournalEntry entry = ProtocolCodec.decode(value, JournalEntry.class);
            stored.putIfAbsent(entry.runId(), false);
            return Optional.of(entry);
        } catch (UndecodableException unreadable) {
            return Optional.empty();
        }
    }
}
