package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.host.AgentApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes what a conversation stores no longer: the graphs of runs that have no further attempt, and all but the last {@value
 * #MAX_RECORDS} records. No step of a graph needs it, so it runs beside the requests to the model; what a run that dies leaves, a later
 * run of the conversation removes.
 */
final class JournalCleanup {
    private static final System.Logger LOG = System.getLogger(JournalCleanup.class.getName());
    private static final int MAX_RECORDS = 20;
    private static final int MAX_RETRIES = 5;

    private final HostApi api;
    private final StoredGraphs stored;
    private final InitialState initial;
    private final HostRuns hostRuns;
    private boolean isFirst = true;
    private @Nullable Thread running;

    JournalCleanup(HostApi api, StoredGraphs stored, InitialState initial, HostRuns hostRuns) {
        this.api = api;
        this.stored = stored;
        this.initial = initial;
        this.hostRuns = hostRuns;
    }

    /**
     * Begins in a thread of its own, after an earlier cleanup of the run has ended.
     *
     * @param record id of the graph whose record was stored; null if there is none
     */
    void begin(@Nullable String record) {
        await();
        boolean withGraphs = isFirst;
        isFirst = false;
        running = Thread.ofVirtual().name("journal-cleanup").start(() -> clean(record, withGraphs));
    }

    /** Waits for the end of a cleanup that runs. */
    void await() {
        Thread thread = running;
        if (thread == null) {
            return;
        }
        try {
            thread.join();
            running = null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void clean(@Nullable String record, boolean withGraphs) {
        try {
            if (withGraphs) {
                deleteOldGraphs();
            }
            if (record != null) {
                index(record);
            }
        } catch (RunCancelledException ended) {
            // A later run does it.
        } catch (AgentApiException refused) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "old graphs of a conversation were not removed: {0}",
                    refused.getMessage());
        }
    }

    /**
     * A graph that waits stays while an event may continue it. The values that name the graphs are deleted last, so that a later run
     * deletes the rest if this one dies between two calls.
     */
    private void deleteOldGraphs() {
        ExpiredGraphs expired = ExpiredGraphs.of(
                stored.openAtStart(),
                Instant.now(),
                (id, last) -> hasEnded(id) || !hostRuns.isContinued(last.hostRun()));
        List<StateChange> deletions = new ArrayList<>();
        for (String id : expired.runIds()) {
            deletions.add(StateChange.delete(StateJournal.ENTRY + id));
            initial.keys(MovedOutputs.prefix(id)).forEach(output -> deletions.add(StateChange.delete(output)));
        }
        expired.openKeys().forEach(key -> deletions.add(StateChange.delete(key)));
        for (int from = 0; from < deletions.size(); from += StateChanges.MOST) {
            int to = Math.min(from + StateChanges.MOST, deletions.size());
            api.stateApply(StateScope.CONVERSATION, deletions.subList(from, to));
        }
    }

    private boolean hasEnded(String runId) {
        return stored.atStart(StateJournal.ENTRY + runId, JournalEntry.class)
                .map(JournalEntry::hasEnded)
                .orElse(true);
    }

    /** Adds the record to the index, and those before that a run has stored and not added. Another run may change the index meanwhile. */
    private void index(String record) {
        for (int i = 0; i < MAX_RETRIES; i++) {
            StateValue index = api.stateRead(StateScope.CONVERSATION, StateJournal.RECORDS);
            Set<String> known = new LinkedHashSet<>();
            JsonNode value = index.value();
            if (value != null) {
                value.path("ids").forEach(id -> known.add(id.asText()));
            }
            Set<String> ids = new LinkedHashSet<>();
            initial.keys(StateJournal.RECORD).stream()
                    .map(key -> key.substring(StateJournal.RECORD.length()))
                    .filter(id -> !known.contains(id))
                    .forEach(ids::add);
            ids.addAll(known);
            if (!ids.contains(record)) {
                ids.add(record);
            } else if (ids.size() == known.size()) {
                return;
            }
            if (api.stateApply(StateScope.CONVERSATION, changes(new ArrayList<>(ids), index.etag()))) {
                return;
            }
        }
    }

    private static List<StateChange> changes(List<String> ids, @Nullable String etag) {
        List<StateChange> changes = new ArrayList<>();
        while (ids.size() > MAX_RECORDS && changes.size() < StateChanges.MOST - 1) {
            changes.add(StateChange.delete(StateJournal.RECORD + ids.removeFirst()));
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        ids.forEach(list::add);
        changes.add(StateChange.set(
                        StateJournal.RECORDS,
                        JsonNodeFactory.instance.objectNode().set("ids", list))
                .provided(etag));
        return changes;
    }
}
