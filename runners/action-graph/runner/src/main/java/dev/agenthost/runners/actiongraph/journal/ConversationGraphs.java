package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.protocol.result.UiStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stored graphs of a conversation in lines for the model, the newest first: at most {@value #MOST_OPEN} that are open, and the last one
 * that has ended. A graph whose run of the host has failed or was cancelled is not open, whatever its entry says.
 */
record ConversationGraphs(StoredGraphs stored, InitialState initial, HostRuns hostRuns) {
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
            case WAITING -> hostRuns.isContinued(run.hostRun()) ? UiStatus.WAITING : UiStatus.CANCELED;
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
}
