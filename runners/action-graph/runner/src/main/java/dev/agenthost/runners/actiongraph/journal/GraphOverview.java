package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.actiongraph.projection.GraphProjection;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored graph in a line, for later requests of the conversation.
 *
 * @param title title of the declaration; null if it has none
 * @param status status of the graph when it was stored
 * @param waits the events that it waits for, in words
 */
record GraphOverview(@Nullable String title, UiStatus status, List<String> waits) {
    private static final int MOST_WAITS = 4;

    GraphOverview {
        Fields.required(status, "status");
        waits = Fields.list(waits, "waits");
    }

    static GraphOverview of(GraphRun graph) {
        return new GraphOverview(
                graph.declaration().envelope().title(),
                GraphProjection.status(graph.state()),
                graph.open().waits(graph.declaration().source().persons()));
    }

    /** @param now the status at this moment */
    String line(String runId, UiStatus now) {
        StringBuilder line = new StringBuilder("`" + runId + "`");
        if (title != null) {
            line.append(" (").append(title).append(')');
        }
        line.append(": ").append(now.wire());
        if (now == UiStatus.WAITING && !waits.isEmpty()) {
            line.append(" for ").append(String.join(", ", waits.subList(0, Math.min(MOST_WAITS, waits.size()))));
            line.append(waits.size() > MOST_WAITS ? ", and more" : "");
        }
        return line.toString();
    }
}
