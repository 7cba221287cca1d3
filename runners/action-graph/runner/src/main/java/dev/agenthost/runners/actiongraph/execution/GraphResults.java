package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultSummaries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ends of the attempts of one graph, the last one of each iteration. Used by one thread. */
final class GraphResults {
    private final Map<String, SortedMap<Integer, AttemptEnd>> ends = new HashMap<>();

    void add(AttemptEnd end) {
        ends.computeIfAbsent(end.actionId(), unknown -> new TreeMap<>()).put(end.iteration(), end);
    }

    /** All ends, for a journal. */
    List<AttemptEnd> all() {
        List<AttemptEnd> all = new ArrayList<>();
        ends.values().forEach(iterations -> all.addAll(iterations.values()));
        return all;
    }

    /** The end of one iteration as a result; empty of output if it has none. */
    ActionResult ofIteration(Action action, int iteration, ActionStatus status) {
        AttemptEnd end = iterations(action).get(iteration);
        return end == null
                ? ActionResult.without(action.id(), status, null)
                : result(action, status, end, end.actionOutput(), end.failure());
    }

    /** The result of an action: of a list loop all outputs in their order, else that of the last iteration. */
    ActionResult of(Action action, ActionStatus status) {
        SortedMap<Integer, AttemptEnd> iterations = iterations(action);
        AttemptEnd last =
                iterations.values().stream().reduce((before, after) -> after).orElse(null);
        if (last == null) {
            return ActionResult.without(action.id(), status, null);
        }
        ActionFailure failure = iterations.values().stream()
                .map(AttemptEnd::failure)
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
        if (!(action.loop() instanceof Loop.ForEach)) {
            return result(action, status, last, last.actionOutput(), last.failure());
        }
        ArrayNode outputs = JsonNodeFactory.instance.arrayNode();
        iterations.values().forEach(end -> {
            JsonNode output = end.output();
            outputs.add(output == null ? JsonNodeFactory.instance.nullNode() : output);
        });
        return result(action, status, last, ActionOutput.inline(outputs), failure);
    }

    private SortedMap<Integer, AttemptEnd> iterations(Action action) {
        return ends.getOrDefault(action.id(), new TreeMap<>());
    }

    private static ActionResult result(
            Action action, ActionStatus status, AttemptEnd end, ActionOutput output, @Nullable ActionFailure failure) {
        return new ActionResult(
                action.id(),
                status,
                end.executor(),
                action.description().operation(),
                output,
                ResultSummaries.NONE,
                failure,
                Duration.ofMillis(end.elapsedMillis()));
    }
}
