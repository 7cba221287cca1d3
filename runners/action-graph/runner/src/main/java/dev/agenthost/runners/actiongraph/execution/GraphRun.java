package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphScheduler;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.graph.RuntimePolicy;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.result.ActionResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The run of one declared graph: its state and its results so far. Used by one thread. */
public final class GraphRun {
    private final String runId;
    private final GraphSource source;
    private final Declared declared;
    private final ActionGraph graph;
    private final GraphScheduler scheduler;
    private final Map<String, JsonNode> inputs;
    private final RunRecords records;
    private final Map<String, RecordedChoice> choices;
    private final GraphResults results = new GraphResults();
    private GraphState state;

    /**
     * @param source the origin, for a journal
     * @param choices the choice of an executor for each action
     * @param records values of {@code artifact://} and {@code runtime://} references
     * @param policy limits and effects of the runtime
     */
    public GraphRun(
            String runId,
            GraphSource source,
            Declared declared,
            ActionGraph graph,
            Map<String, RecordedChoice> choices,
            RunRecords records,
            RuntimePolicy policy) {
        this.runId = runId;
        this.source = source;
        this.declared = declared;
        this.graph = graph;
        this.choices = Map.copyOf(choices);
        this.scheduler =
                new GraphScheduler(graph, declared.declaration().envelope().policies(), policy);
        this.inputs = Map.of("user", JsonNodeFactory.instance.objectNode().put("goal", source.request()));
        this.records = records;
        this.state = GraphState.initial(graph);
    }

    public String runId() {
        return runId;
    }

    public GraphSource source() {
        return source;
    }

    public Declared declared() {
        return declared;
    }

    public ActionGraph graph() {
        return graph;
    }

    /** The choice of an executor for each action. */
    public Map<String, RecordedChoice> choices() {
        return choices;
    }

    /** The choice of an executor for an action. */
    RecordedChoice choice(String actionId) {
        return Objects.requireNonNull(choices.get(actionId), actionId);
    }

    public GraphState state() {
        return state;
    }

    /** The ends of the attempts so far. */
    public List<AttemptEnd> ends() {
        return results.all();
    }

    /** Continues from a stored state. */
    public void restore(GraphState stored, List<AttemptEnd> ends) {
        state = stored;
        ends.forEach(results::add);
    }

    /** The result of an action at this moment; that of an action that has no end has no output. */
    public ActionResult result(String actionId) {
        return results.of(action(actionId), state.status(actionId));
    }

    /** The first action that waits for a decision; the empty id if there is none. */
    public String blockedAction() {
        return state.actions().entrySet().stream()
                .filter(entry -> entry.getValue().status() == ActionStatus.BLOCKED)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    Action action(String actionId) {
        return graph.actions().stream()
                .filter(action -> action.id().equals(actionId))
                .findFirst()
                .orElseThrow();
    }

    /** Takes an input and keeps the next state. */
    GraphStep take(GraphInput input) {
        GraphStep step = scheduler.on(state, input, new GraphFacts(this, state));
        state = step.state();
        return step;
    }

    /** Records the end of an attempt. */
    void add(AttemptEnd end) {
        results.add(end);
    }

    /** A resolver of the values at this moment, for one iteration of an action. */
    ReferenceResolver resolver(String actionId, int iteration) {
        return resolver(state, actionId, iteration);
    }

    /** A resolver of the values in a state. */
    ReferenceResolver resolver(GraphState at, String actionId, int iteration) {
        Map<String, ActionResult> values = new HashMap<>();
        graph.actions().forEach(action -> values.put(action.id(), results.of(action, at.status(action.id()))));
        ActionResult own = results.ofIteration(action(actionId), iteration, ActionStatus.COMPLETED);
        if (!at.status(actionId).isTerminal() && own.output().value() != null) {
            values.put(actionId, own);
        }
        return new ReferenceResolver(new GraphValues(
                declared.sections(),
                inputs,
                values,
                records,
                new LoopPosition(action(actionId).loop(), iteration)));
    }
}
