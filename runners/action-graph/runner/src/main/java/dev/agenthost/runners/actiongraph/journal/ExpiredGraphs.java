package dev.agenthost.runners.actiongraph.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The stored graphs of a conversation that no run of the host needs any more. Each run that continues a graph has the graph in a value of
 * its own, so a graph expires with the last of these runs.
 *
 * @param openKeys keys of the values {@link OpenGraphs} of runs that have no further attempt
 * @param runIds ids of the graphs, each once
 */
record ExpiredGraphs(Set<String> openKeys, Set<String> runIds) {
    /**
     * Time after the last attempt of a run at which no event continues a graph that waits: a timer ends within 30 days, a question earlier,
     * and the host accepts no event that is older than 35 days.
     */
    static final Duration LONGEST_WAIT = Duration.ofDays(90);

    /**
     * @param open the graphs of each run of the host, by their key
     * @param hasEnded true of the id of a graph, and the last run that has stored it, if nothing of the graph goes on
     */
    static ExpiredGraphs of(Map<String, OpenGraphs> open, Instant now, BiPredicate<String, OpenGraphs> hasEnded) {
        Map<String, OpenGraphs> last = OpenGraphs.lastByGraph(open.values());
        Set<String> openKeys = new LinkedHashSet<>();
        Set<String> runIds = new LinkedHashSet<>();
        Set<String> needed = new LinkedHashSet<>();
        open.forEach((key, graphs) -> {
            List<String> ids = graphs.runIds();
            Instant deadline = Instant.ofEpochSecond(graphs.deadline());
            if (deadline.isBefore(now)
                    && (deadline.isBefore(now.minus(LONGEST_WAIT))
                            || ids.stream().allMatch(id -> hasEnded.test(id, last.getOrDefault(id, graphs))))) {
                openKeys.add(key);
                runIds.addAll(ids);
            } else {
                needed.addAll(ids);
            }
        });
        runIds.removeAll(needed);
        return new ExpiredGraphs(openKeys, runIds);
    }
}
