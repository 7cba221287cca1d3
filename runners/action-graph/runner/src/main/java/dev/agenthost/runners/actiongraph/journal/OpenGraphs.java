package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * The stored graphs of one run of the host.
 *
 * @param runIds ids of the graphs, in the order of their declaration
 * @param deadline end of the last attempt of the run, in seconds since 1970
 */
record OpenGraphs(List<String> runIds, long deadline) {
    OpenGraphs {
        runIds = Fields.list(runIds, "run_ids");
    }
}
