package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.assignment.Assignment;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.projection.ProtocolResult;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.runners.actiongraph.execution.GraphAssignments;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.RecordedChoice;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of a persistent graph at its last decision point, for logs and programs. A record that is larger than a value of state has no
 * parsed form, and then no outputs.
 *
 * @param outputs the original declaration and its revisions
 * @param sections Markdown sections of the declaration, by id
 * @param parsed the declaration as it was read
 * @param prompts digests of the expanded prompts, by attempt
 * @param choices the choice of an executor, by action
 * @param assignments the work that agents were given
 * @param result the record {@code agent.protocol.result}
 */
record StoredRecord(
        List<StoredMessage> outputs,
        Map<String, String> sections,
        @Nullable JsonNode parsed,
        Map<String, String> prompts,
        Map<String, RecordedChoice> choices,
        List<Assignment> assignments,
        ProtocolResult result) {
    static final int MAX_BYTES = 256 * 1024;

    static JsonNode json(GraphRun graph, DecisionPoint point) {
        StoredRecord whole = of(graph, point);
        StoredRecord unparsed = new StoredRecord(
                whole.outputs, whole.sections, null, whole.prompts, whole.choices, whole.assignments, whole.result);
        StoredRecord shortest =
                new StoredRecord(List.of(), Map.of(), null, whole.prompts, Map.of(), List.of(), whole.result);
        if (fits(whole)) {
            return ProtocolCodec.tree(whole);
        }
        return ProtocolCodec.tree(fits(unparsed) ? unparsed : shortest);
    }

    private static boolean fits(StoredRecord record) {
        return ProtocolCodec.encode(record).length <= MAX_BYTES;
    }

    private static StoredRecord of(GraphRun graph, DecisionPoint point) {
        Map<String, ActionResult> results = graph.graph().actions().stream()
                .map(Action::id)
                .collect(Collectors.toMap(Function.identity(), graph::result));
        return new StoredRecord(
                graph.declaration().source().outputs().stream()
                        .map(StoredMessage::of)
                        .toList(),
                graph.declaration().declared().sections(),
                ProtocolCodec.tree(graph.declaration().declared().declaration()),
                graph.record().prompts(),
                graph.record().choices(),
                GraphAssignments.of(graph),
                ProtocolResult.of(graph.runId(), point, graph.graph().actions(), results));
    }
}
