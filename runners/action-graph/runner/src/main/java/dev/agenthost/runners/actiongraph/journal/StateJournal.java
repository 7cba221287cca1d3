package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.runners.actiongraph.execution.GraphJournal;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.RequestUsage;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The journal in the state of the conversation. A graph with {@code persist} is stored before the effects of each step; any other one from
 * the point at which it waits or asks a person: its question outlives an attempt of the run. Outputs that would make an entry too large are {@link MovedOutputs}.
 *
 * <p>A graph that has ended stays: a run that dies before its answer is out goes on with the results, and repeats nothing. A graph that
 * begins after the deadlines of the runs that stored it, in the same conversation, deletes it.
 *
 * <p>The values of one step are written in one call and one transaction.
 *
 * <pre>
 * action_graph.run.&lt;graph&gt;    the entry
 * action_graph.output.&lt;graph&gt;.… outputs of a large entry
 * action_graph.record.&lt;graph&gt; the record of a graph with {@code persist} at its last decision point
 * action_graph.records         the ids of the last 20 records; older ones are removed
 * action_graph.open.&lt;hash&gt;    the graphs of one event, the last of which a later attempt of its run resumes
 * </pre>
 */
public final class StateJournal implements GraphJournal {
    static final String ENTRY = "action_graph.run.";
    static final String OPEN = "action_graph.open.";
    static final String RECORD = "action_graph.record.";
    static final String RECORDS = "action_graph.records";
    private static final int HASH_CHARACTERS = 16;
    /** Limit of the host for one value, in bytes of its JSON. */
    private static final int MAX_VALUE_BYTES = 256 * 1024;

    private final HostApi api;
    private final StoredGraphs graphs;
    private final JournalCleanup cleanup;
    private final InitialState initial;
    private final HostRuns hostRuns;
    private final MovedOutputs moved = new MovedOutputs();
    private final String hostRun;
    private final String openKey;
    private final boolean isAvailable;
    private final Instant deadline;
    private final Set<String> stored = new LinkedHashSet<>();
    private final Set<String> open = new LinkedHashSet<>();
    private boolean needsCleanup;

    /**
     * @param runKey the same for each attempt of a run of the host, and for no other run
     * @param hostRun id of the run of the host
     * @param isAvailable false if the run may store no state: no graph is durable then
     * @param deadline end of the last attempt of the run
     * @param initial the state of the conversation at the start of this attempt
     * @param readsRuns true if the run may ask the host about its other runs
     */
    public StateJournal(
            HostApi api,
            String runKey,
            String hostRun,
            boolean isAvailable,
            Instant deadline,
            InitialState initial,
            boolean readsRuns) {
        this.api = api;
        this.hostRun = hostRun;
        this.initial = initial;
        this.graphs = new StoredGraphs(api, initial);
        this.hostRuns = new HostRuns(api, readsRuns);
        this.cleanup = new JournalCleanup(api, graphs, initial, hostRuns);
        this.openKey =
                OPEN + Sha256.hex(runKey.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_CHARACTERS);
        this.isAvailable = isAvailable;
        this.deadline = deadline;
    }

    @Override
    public void store(GraphRun graph, RequestUsage usage, @Nullable DecisionPoint reached) {
        boolean isDurable = graph.declaration().envelope().persist();
        boolean isAwaited = graph.state().isWaiting() || graph.open().isAsking() || stored.contains(graph.runId());
        if (!isAvailable || !isDurable && !isAwaited) {
            return;
        }
        if (reached == null || !isDurable) {
            store(graph, usage, List.of());
            return;
        }
        store(graph, usage, List.of(StateChange.set(RECORD + graph.runId(), StoredRecord.json(graph, reached))));
        needsCleanup = false;
        cleanup.begin(graph.runId());
    }

    @Override
    public void keep(GraphRun graph, RequestUsage usage) {
        if (isAvailable) {
            store(graph, usage, List.of());
        }
    }

    /** Stores the entry of a graph in one transaction with its name among the graphs of the event, and with more. */
    private void store(GraphRun graph, RequestUsage usage, List<StateChange> more) {
        stored.add(graph.runId());
        MovedOutputs.Split split = moved.split(JournalEntry.of(graph, usage));
        JsonNode entry = ProtocolCodec.tree(split.entry());
        List<StateChange> changes = new ArrayList<>(List.of(StateChange.set(ENTRY + graph.runId(), entry)));
        if (!open.contains(graph.runId())) {
            List<String> runIds = new ArrayList<>(open);
            runIds.add(graph.runId());
            changes.add(StateChange.set(
                    openKey, ProtocolCodec.tree(new OpenGraphs(runIds, deadline.getEpochSecond(), hostRun))));
            needsCleanup = true;
        }
        changes.addAll(more);
        try {
            split.pieces().forEach(piece -> api.stateApply(StateScope.CONVERSATION, List.of(piece)));
            if (changes.size() == 1) {
                api.stateSet(StateScope.CONVERSATION, ENTRY + graph.runId(), entry);
            } else {
                api.stateApply(StateScope.CONVERSATION, changes);
            }
        } catch (AgentApiException refused) {
            throw refused.is(FailureCode.PAYLOAD_TOO_LARGE) ? tooLarge(graph.runId(), changes, refused) : refused;
        }
        open.add(graph.runId());
    }

    /** The host refuses a value that is too large, and values that are small enough once the scope is full, with the same code. */
    private static RuntimeException tooLarge(String runId, List<StateChange> changes, AgentApiException refused) {
        boolean isValue = changes.stream()
                .map(StateChange::value)
                .anyMatch(value -> value != null && ProtocolCodec.encode(value).length > MAX_VALUE_BYTES);
        return isValue ? new JournalTooLargeException(runId, refused) : new StateFullException(runId, refused);
    }

    /** Ends the cleanup of the conversation; called before the end of the run. */
    public void close() {
        if (needsCleanup) {
            needsCleanup = false;
            cleanup.begin(null);
        }
        cleanup.await();
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
        // No other run changes this value, and no earlier attempt changes it after the start of this one.
        graphs.atStart(openKey, OpenGraphs.class).ifPresent(found -> open.addAll(found.runIds()));
        List<JournalEntry> entries =
                open.stream().map(this::read).flatMap(Optional::stream).toList();
        Set<String> earlier = entries.stream()
                .flatMap(entry -> entry.record().earlier().stream())
                .collect(Collectors.toSet());
        return entries.reversed().stream()
                .filter(entry -> !earlier.contains(entry.runId()))
                .findFirst();
    }

    /** The other graphs of the conversation at the start of the run, for the model: those that are open, and the last one that has ended. */
    public List<String> conversation() {
        return isAvailable ? new ConversationGraphs(graphs, hostRuns).lines(Instant.now()) : List.of();
    }

    /** The entry of a graph; empty if there is none. */
    public Optional<JournalEntry> read(String runId) {
        Optional<JournalEntry> entry = isAvailable ? graphs.now(ENTRY + runId, JournalEntry.class) : Optional.empty();
        entry.ifPresent(found -> stored.add(found.runId()));
        return entry.map(found -> moved.loaded(found, key -> graphs.now(key, JsonNode.class)));
    }
}
