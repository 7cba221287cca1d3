package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.protocol.error.Fields;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored graphs of one run of the host.
 *
 * @param runIds ids of the graphs, in the order of their declaration
 * @param deadline end of the last attempt of the run, in seconds since 1970
 * @param hostRun id of the run of the host; null in values of an earlier version
 */
record OpenGraphs(
        List<String> runIds, long deadline, @Nullable String hostRun) {
    OpenGraphs {
        runIds = Fields.list(runIds, "run_ids");
    }

    /** Returns the last run that has stored each graph; the graphs of later runs come first, and of one run those declared last. */
    static Map<String, OpenGraphs> lastByGraph(Collection<OpenGraphs> runs) {
        Map<String, OpenGraphs> last = new LinkedHashMap<>();
        runs.stream()
                .sorted(Comparator.comparingLong(OpenGraphs::deadline).reversed())
                .forEach(run -> run.runIds().reversed().forEach(id -> last.putIfAbsent(id, run)));
        return last;
    }
}
