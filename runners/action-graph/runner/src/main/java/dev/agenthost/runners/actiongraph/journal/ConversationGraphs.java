package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored graphs of a conversation in lines for the model, the newest first: at most {@value #MOST_OPEN} that are open, and the last one
 * that has ended. A graph whose run of the host has failed or was cancelled is not open, whatever its entry says.
 *
 * @param readsRuns true if the run may ask the host about its other runs; otherwise a wait counts until its graph is stored again
 */
record ConversationGraphs(HostApi api, StoredGraphs stored, InitialState initial, boolean readsRuns) {
    private static final int MOST_OPEN = 5;
    private static final int MOST_READ = 12;

    List<String> lines(Instant now) {
        List<String> open = new ArrayList<>();
        String ended = null;
        int read = 0;
        for (Map.Entry<String, OpenGraphs> graph : newestFirst().entrySet()) {
            if (read++ == MOST_READ) {
                break;
            }
            Optional<JournalEntry> entry = stored.atStart(StateJournal.ENTRY + graph.getKey(), JournalEntry.class);
            GraphOverview overview = entry.map(JournalEntry::overview).orElse(null);
            if (overview == null) {
                continue;
            }
            UiStatus status = status(overview, graph.getValue(), now);
            if (hasEnded(status)) {
                ended = ended == null ? overview.line(graph.getKey(), status) : ended;
            } else if (open.size() < MOST_OPEN) {
                open.add(overview.line(graph.getKey(), status));
            }
        }
        if (ended != null) {
            open.add(ended);
        }
        return open;
    }

    /** Each graph with the last run that has stored it. */
    private Map<String, OpenGraphs> newestFirst() {
        Map<String, OpenGraphs> graphs = new LinkedHashMap<>();
        initial.keys(StateJournal.OPEN).stream()
                .map(key -> stored.atStart(key, OpenGraphs.class))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingLong(OpenGraphs::deadline).reversed())
                .forEach(run -> run.runIds().reversed().forEach(id -> graphs.putIfAbsent(id, run)));
        return graphs;
    }

    private UiStatus status(GraphOverview overview, OpenGraphs run, Instant now) {
        return switch (overview.status()) {
            case COMPLETED, FAILED, CANCELED -> overview.status();
            case WAITING -> readsRuns && !isContinued(run.hostRun()) ? UiStatus.CANCELED : UiStatus.WAITING;
            case PENDING, RUNNING, BLOCKED ->
                Instant.ofEpochSecond(run.deadline()).isBefore(now) ? UiStatus.FAILED : overview.status();
        };
    }

    private static boolean hasEnded(UiStatus status) {
        return switch (status) {
            case COMPLETED, FAILED, CANCELED -> true;
            case PENDING, RUNNING, BLOCKED, WAITING -> false;
        };
    }

    /** Returns true if an event may still continue a graph that waits; a run that is not known any more is no reason to doubt it. */
    private boolean isContinued(@Nullable String hostRun) {
        if (hostRun == null) {
            return true;
        }
        try {
            String status = api.call(
                            "run_get", JsonNodeFactory.instance.objectNode().put("target_run_id", hostRun))
                    .path("status")
                    .asText();
            return !status.equals("cancelled") && !status.equals("failed");
        } catch (AgentApiException unknown) {
            return true;
        }
    }
}
