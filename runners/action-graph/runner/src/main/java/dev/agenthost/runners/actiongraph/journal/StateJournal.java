package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The journal in the state of the conversation. A graph with {@code persist} is stored before the effects of each step; any other one from
 * the point at which it waits. An entry has at most 256 KiB.
 *
 * <p>A graph that has ended stays: a run that dies before its answer is out goes on with the results, and repeats nothing. A graph that
 * begins after the deadline of that run, in the same conversation, deletes it.
 *
 * <pre>
 * action_graph.run.&lt;graph&gt;    the entry
 * action_graph.record.&lt;graph&gt; the record of a graph with {@code persist} at its last decision point
 * action_graph.records         the ids of the last 20 records; older ones are removed
 * action_graph.open.&lt;hash&gt;    the graphs of one event, the last of which a later attempt of its run resumes
 * </pre>
 */
public final class StateJournal implements GraphJournal {
    private static final String ENTRY = "action_graph.run.";
    private static final String OPEN = "action_graph.open.";
    private static final String RECORD = "action_graph.record.";
    private static final String RECORDS = "action_graph.records";
    private static final int MAX_RECORDS = 20;
    private static final int MAX_OPEN = 100;
    private static final int HASH_CHARACTERS = 16;

    private final HostApi api;
    private final String openKey;
    private final boolean isAvailable;
    private final Instant deadline;
    private final Set<String> stored = new LinkedHashSet<>();
    private final Set<String> open = new LinkedHashSet<>();

    /**
     * @param runKey the same for each attempt of a run of the host, and for no other run
     * @param isAvailable false if the run may store no state: no graph is durable then
     * @param deadline end of the last attempt of the run
     */
    public StateJournal(HostApi api, String runKey, boolean isAvailable, Instant deadline) {
        this.api = api;
        this.openKey =
                OPEN + Sha256.hex(runKey.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_CHARACTERS);
        this.isAvailable = isAvailable;
        this.deadline = deadline;
    }

    @Override
    public void store(GraphRun graph, RequestUsage usage) {
        boolean isDurable = graph.declared().declaration().envelope().persist();
        if (!isAvailable || !isDurable && !graph.state().isWaiting() && !stored.contains(graph.runId())) {
            return;
        }
        keep(graph, usage);
    }

    @Override
    public void keep(GraphRun graph, RequestUsage usage) {
        if (!isAvailable) {
            return;
        }
        stored.add(graph.runId());
        set(ENTRY + graph.runId(), ProtocolCodec.tree(JournalEntry.of(graph, usage)));
        if (open.isEmpty()) {
            deleteOld();
        }
        if (open.add(graph.runId())) {
            set(openKey, ProtocolCodec.tree(new OpenGraphs(List.copyOf(open), deadline.getEpochSecond())));
        }
    }

    @Override
    public void conclude(GraphRun graph, DecisionPoint point) {
        if (!isAvailable || !graph.declared().declaration().envelope().persist()) {
            return;
        }
        set(RECORD + graph.runId(), StoredRecord.json(graph, point));
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
        set(RECORDS, JsonNodeFactory.instance.objectNode().set("ids", ids));
    }

    /** The earlier graphs of the request of a graph, as far as they are stored. */
    public List<JournalEntry> earlier(JournalEntry graph) {
        List<JournalEntry> earlier = new ArrayList<>();
        graph.record().earlier().forEach(id -> read(id).ifPresent(earlier::add));
        return earlier;
    }

    /** The last graph that an earlier attempt of the same run has stored; empty if there is none. */
    public Optional<JournalEntry> left() {
        if (!isAvailable) {
            return Optional.empty();
        }
        get(openKey, OpenGraphs.class).ifPresent(graphs -> open.addAll(graphs.runIds()));
        List<JournalEntry> entries =
                open.stream().map(this::read).flatMap(Optional::stream).toList();
        Set<String> earlier = entries.stream()
                .flatMap(entry -> entry.record().earlier().stream())
                .collect(Collectors.toSet());
        return entries.reversed().stream()
                .filter(entry -> !earlier.contains(entry.runId()))
                .findFirst();
    }

    /** The entry of a graph; empty if there is none. */
    public Optional<JournalEntry> read(String runId) {
        Optional<JournalEntry> entry = isAvailable ? get(ENTRY + runId, JournalEntry.class) : Optional.empty();
        entry.ifPresent(found -> stored.add(found.runId()));
        return entry;
    }

    /** Deletes the graphs of runs that have no further attempt, unless one of them waits: an event may still continue it. */
    private void deleteOld() {
        for (String key : api.stateList(StateScope.CONVERSATION, OPEN, MAX_OPEN).keys()) {
            get(key, OpenGraphs.class)
                    .filter(graphs -> Instant.ofEpochSecond(graphs.deadline()).isBefore(Instant.now()))
                    .filter(graphs -> graphs.runIds().stream().allMatch(this::hasEnded))
                    .ifPresent(old -> {
                        old.runIds().forEach(id -> api.stateDelete(StateScope.CONVERSATION, ENTRY + id));
                        api.stateDelete(StateScope.CONVERSATION, key);
                    });
        }
    }

    private boolean hasEnded(String runId) {
        return get(ENTRY + runId, JournalEntry.class)
                .map(JournalEntry::hasEnded)
                .orElse(true);
    }

    private void set(String key, JsonNode value) {
        api.stateSet(StateScope.CONVERSATION, key, value);
    }

    private <T> Optional<T> get(String key, Class<T> type) {
        return api.stateGet(StateScope.CONVERSATION, key).flatMap(value -> {
            try {
                return Optional.of(ProtocolCodec.decode(value, type));
            } catch (UndecodableException unreadable) {
                return Optional.empty();
            }
        });
    }
}
