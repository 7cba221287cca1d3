package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.reference.ReferenceValues;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.Map;
import java.util.Optional;

/**
 * The values that references of one graph lead to at one moment.
 *
 * @param sections Markdown sections of the declaration, by id
 * @param inputs values of the request, by name
 * @param results results of all actions, by id
 * @param records values that are older than the graph
 * @param position the iteration
 */
record GraphValues(
        Map<String, String> sections,
        Map<String, JsonNode> inputs,
        Map<String, ActionResult> results,
        RunRecords records,
        LoopPosition position)
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
        Optional<ActionResult> result = Optional.ofNullable(results.get(actionId));
        return switch (part) {
            case STATUS ->
                result.map(ActionResult::status)
                        .filter(ActionStatus::isTerminal)
                        .map(status -> JsonNodeFactory.instance.textNode(
                                ResultStatus.of(status).wire()));
            case OUTPUT -> completed(result).flatMap(one -> records.whole(one.output()));
            case SUMMARY -> completed(result).map(one -> JsonNodeFactory.instance.textNode(SummaryText.excerpt(one)));
        };
    }

    private static Optional<ActionResult> completed(Optional<ActionResult> result) {
        return result.filter(one -> one.status() == ActionStatus.COMPLETED);
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
    public Optional<String> beginning(Reference reference) {
        return switch (reference) {
            case Reference.ActionResult result when result.part() == ResultPart.OUTPUT -> beginning(result.actionId());
            case Reference.NamedArtifact artifact -> beginning(artifact.name());
            case Reference.StoredArtifact artifact -> records.beginning(artifact.id());
            case Reference.RuntimeRecord record -> records.beginning(record);
            default -> Optional.empty();
        };
    }

    private Optional<String> beginning(String actionId) {
        return completed(Optional.ofNullable(results.get(actionId))).flatMap(one -> records.beginning(one.output()));
    }

    @Override
    public Optional<JsonNode> loopItem() {
        return position.loop() instanceof Loop.ForEach each
                ? new ReferenceResolver(this).find(each.list()).map(list -> list.get(position.index()))
                : Optional.empty();
    }

    @Override
    public Optional<Integer> loopIndex() {
        return position.loop() == null ? Optional.empty() : Optional.of(position.index());
    }
}
