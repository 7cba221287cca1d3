package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.runners.actiongraph.execution.GraphJournal;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.sdk.HostApi;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The journal in the state of the conversation. A graph with {@code persist} is stored before the effects of each step; any other one from
 * the point at which it waits for a person. An entry has at most 256 KiB.
 *
 * <p>A graph that has ended stays: a run that dies before its answer is out goes on with the results, and repeats nothing. A graph that
 * begins after the deadline of that run, in the same conversation, deletes it.
 *
 * <pre>
 * action_graph.run.&lt;graph&gt;    the entry
 * action_graph.open.&lt;hash&gt;    the graphs of one event, which a later attempt of its run resumes
 * </pre>
 */
public final class StateJournal implements GraphJournal {
    private static final String ENTRY = "action_graph.run.";
    private static final String OPEN = "action_graph.open.";
    private static final int HASH_CHARACTERS = 16;
    private static final int MAX_OPEN = 100;

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
    public void store(GraphRun graph) {
        boolean isDurable = graph.declared().declaration().envelope().persist();
        if (!isAvailable || !isDurable && !graph.state().waitsForPerson() && !stored.contains(graph.runId())) {
            return;
        }
        stored.add(graph.runId());
        set(ENTRY + graph.runId(), ProtocolCodec.tree(JournalEntry.of(graph)));
        if (open.isEmpty()) {
            deleteOld();
        }
        if (open.add(graph.runId())) {
            set(openKey, ProtocolCodec.tree(new OpenGraphs(List.copyOf(open), deadline.getEpochSecond())));
        }
    }

    /** The graphs that an earlier attempt of the same run has left, in the order of their declaration. */
    public List<JournalEntry> ofEarlierAttempts() {
        List<JournalEntry> entries = new ArrayList<>();
        if (isAvailable) {
            get(openKey, OpenGraphs.class).ifPresent(graphs -> open.addAll(graphs.runIds()));
            open.forEach(id -> read(id).ifPresent(entries::add));
        }
        return entries;
    }

    /** The entry of a graph; empty if there is none. */
    public Optional<JournalEntry> read(String runId) {
        Optional<JournalEntry> entry = isAvailable ? get(ENTRY + runId, JournalEntry.class) : Optional.empty();
        entry.ifPresent(found -> stored.add(found.runId()));
        return entry;
    }

    /** Deletes the ended graphs of runs that have no further attempt. */
    private void deleteOld() {
        for (String key : api.stateList(StateScope.CONVERSATION, OPEN, MAX_OPEN).keys()) {
            Optional<OpenGraphs> graphs = get(key, OpenGraphs.class)
                    .filter(found -> Instant.ofEpochSecond(found.deadline()).isBefore(Instant.now()));
            graphs.ifPresent(old -> {
                old.runIds().forEach(this::deleteEnded);
                api.stateDelete(StateScope.CONVERSATION, key);
            });
        }
    }

    /** A graph that waits is not deleted: its question can still be answered. */
    private void deleteEnded(String runId) {
        if (get(ENTRY + runId, JournalEntry.class)
                .filter(JournalEntry::hasEnded)
                .isPresent()) {
            api.stateDelete(StateScope.CONVERSATION, ENTRY + runId);
        }
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
