package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.protocol.result.UiStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stored graphs of a conversation in lines for the model, the newest first: at most {@value #MOST_OPEN} that are open, and the last one
 * that has ended. A graph whose run of the host has failed or was cancelled is not open, whatever its entry says.
 */
record ConversationGraphs(StoredGraphs stored, HostRuns hostRuns) {
    private static final int MOST_OPEN = 5;
    private static final int MOST_READ = 12;

    List<String> lines(Instant now) {
        List<String> open = new ArrayList<>();
        String ended = null;
        int read = 0;
        for (Map.Entry<String, OpenGraphs> graph :
                OpenGraphs.lastByGraph(stored.openAtStart().values()).entrySet()) {
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
