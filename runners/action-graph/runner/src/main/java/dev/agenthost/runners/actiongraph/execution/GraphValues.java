package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceValues;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.Map;
import java.util.Optional;

/**
 * The values that references of one graph lead to at one moment.
 *
 * @param sections Markdown sections of the declaration, by id
 * @param inputs values of the request, by name
 * @param results results of the actions that have one, by id
 * @param records values that are older than the graph
 */
record GraphValues(
        Map<String, String> sections,
        Map<String, JsonNode> inputs,
        GraphState state,
        Map<String, ActionResult> results,
        RunRecords records)
        implements ReferenceValues {
    GraphValues {
        sections = Map.copyOf(sections);
        inputs = Map.copyOf(inputs);
        results = Map.copyOf(results);
    }

    @Override
    public Optional<String> section(String sectionId) {
        return Optional.ofNullable(sections.get(sectionId));
    }

    @Override
    public Optional<JsonNode> actionResult(String actionId, ResultPart part) {
        ActionStatus status = state.status(actionId);
        if (part == ResultPart.STATUS) {
            return status.isTerminal()
                    ? Optional.of(JsonNodeFactory.instance.textNode(status.wire()))
                    : Optional.empty();
        }
        Optional<ActionResult> completed =
                Optional.ofNullable(results.get(actionId)).filter(result -> status == ActionStatus.COMPLETED);
        return part == ResultPart.OUTPUT
                ? completed.map(result -> result.output().value())
                : completed.map(result -> JsonNodeFactory.instance.textNode(SummaryText.of(result)));
    }

    @Override
    public Optional<JsonNode> input(String name) {
        return Optional.ofNullable(inputs.get(name));
    }

    @Override
    public Optional<JsonNode> artifact(String name) {
        return actionResult(name, ResultPart.OUTPUT);
    }

    @Override
    public Optional<JsonNode> storedArtifact(String id) {
        return records.storedArtifact(id);
    }

    @Override
    public Optional<JsonNode> runtimeRecord(Reference.RuntimeRecord record) {
        return records.runtimeRecord(record);
    }

    @Override
    public Optional<JsonNode> loopItem() {
        return Optional.empty();
    }

    @Override
    public Optional<Integer> loopIndex() {
        return Optional.empty();
    }
}
