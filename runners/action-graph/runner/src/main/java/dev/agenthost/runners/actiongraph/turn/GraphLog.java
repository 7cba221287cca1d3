package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.CarrierResult.ProtocolError;
import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.runners.actiongraph.execution.GraphPause;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes the course of the graphs of one run of the host to the log: ids, numbers and codes, never a text of a person or of a model. The event
 * is the same in all attempts of the run; the id of the run that a runner sees is another in each later attempt.
 */
public final class GraphLog {
    private static final System.Logger LOG = System.getLogger(GraphLog.class.getName());

    private final String eventId;

    /** @param eventId of the event that the run of the host answers */
    public GraphLog(String eventId) {
        this.eventId = eventId;
    }

    /** The configuration describes executors that the run does not have: what it states about them holds for none. */
    public void missing(List<String> executors) {
        LOG.log(
                Level.WARNING,
                "eventId={0} the configuration describes executors that the run does not have: {1}",
                eventId,
                String.join(", ", executors));
    }

    void begun(GraphRun graph) {
        LOG.log(
                Level.INFO,
                "eventId={0} graph={1} begins actions={2} carrier={3}",
                eventId,
                graph.runId(),
                graph.graph().actions().size(),
                graph.declaration().declared().origin().wire());
    }

    void continued(GraphRun graph) {
        LOG.log(Level.INFO, "eventId={0} graph={1} continues {2}", eventId, graph.runId(), counts(graph));
    }

    void paused(GraphRun graph, GraphPause pause) {
        String outcome =
                switch (pause) {
                    case GraphPause.Waiting waiting -> "waits";
                    case GraphPause.Reported reported ->
                        "is " + reported.point().status().wire();
                };
        LOG.log(Level.INFO, "eventId={0} graph={1} {2} {3}", eventId, graph.runId(), outcome, counts(graph));
    }

    /** The run was cancelled, its time is over, or the host is not connected any more; the host knows which. */
    void interrupted(GraphRun graph) {
        LOG.log(Level.INFO, "eventId={0} graph={1} is interrupted {2}", eventId, graph.runId(), counts(graph));
    }

    /** The run ends without the decision that the graph awaited. */
    void aborted(GraphRun graph) {
        LOG.log(
                Level.INFO,
                "eventId={0} graph={1} is failed without a decision {2}",
                eventId,
                graph.runId(),
                counts(graph));
    }

    /** An output that does not follow the protocol, and whose wish was clear nevertheless. */
    void recovered(Declared declared) {
        LOG.log(
                Level.WARNING,
                "eventId={0} the output of the model was recovered carrier={1}",
                eventId,
                declared.origin().wire());
    }

    void refused(ProtocolError error) {
        LOG.log(
                Level.WARNING,
                "eventId={0} the output of the model does not follow the protocol: {1}",
                eventId,
                error.errors().stream()
                        .map(violation -> violation.rule().code())
                        .distinct()
                        .limit(10)
                        .collect(Collectors.joining(", ")));
    }

    /** The number of actions in each status. */
    private static String counts(GraphRun graph) {
        Map<ActionStatus, Long> counts = graph.state().actions().values().stream()
                .map(ActionState::status)
                .collect(Collectors.groupingBy(
                        Function.identity(), () -> new EnumMap<>(ActionStatus.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey().wire() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
