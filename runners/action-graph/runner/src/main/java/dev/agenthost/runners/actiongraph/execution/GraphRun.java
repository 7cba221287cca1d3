package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.condition.ConditionEvaluator;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphScheduler;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.ResultSummaries;
import java.util.HashMap;
import java.util.Map;

/** The run of one declared graph: its state and its results so far. Used by one thread. */
public final class GraphRun {
    private final String runId;
    private final Declared declared;
    private final ActionGraph graph;
    private final GraphScheduler scheduler;
    private final Map<String, JsonNode> inputs;
    private final RunRecords records;
    private final Map<String, ExecutorId> executors = new HashMap<>();
    private final Map<String, ActionThreads.Ended> outcomes = new HashMap<>();
    private final Map<String, ActionOutput> outputs = new HashMap<>();
    private GraphState state;

    /**
     * @param inputs values of {@code input:} references
     * @param records values of {@code artifact://} and {@code runtime://} references
     * @param parallelism most actions that run at a time
     */
    public GraphRun(
            String runId,
            Declared declared,
            ActionGraph graph,
            Map<String, JsonNode> inputs,
            RunRecords records,
            int parallelism) {
        this.runId = runId;
        this.declared = declared;
        this.graph = graph;
        this.scheduler =
                new GraphScheduler(graph, declared.declaration().envelope().policies(), parallelism);
        this.inputs = Map.copyOf(inputs);
        this.records = records;
        this.state = GraphState.initial(graph);
    }

    public String runId() {
        return runId;
    }

    public Declared declared() {
        return declared;
    }

    public ActionGraph graph() {
        return graph;
    }

    /** The result of an action at this moment; that of an action that has no end has no output. */
    public ActionResult result(String actionId) {
        ActionStatus status = state.status(actionId);
        return switch (outcomes.get(actionId)) {
            case null -> ActionResult.without(actionId, status, null);
            case ActionThreads.Ended ended -> result(ended, status);
        };
    }

    private ActionResult result(ActionThreads.Ended ended, ActionStatus status) {
        String id = ended.actionId();
        ActionOutput output = outputs.getOrDefault(id, ActionOutput.NONE);
        ActionFailure failure = ended.outcome() instanceof ActionOutcome.Failed failed ? failed.failure() : null;
        return new ActionResult(
                id,
                status,
                executors.get(id),
                action(id).description().operation(),
                output,
                ResultSummaries.NONE,
                failure,
                ended.elapsed());
    }

    /** The first action that waits for a decision; the empty id if there is none. */
    public String blockedAction() {
        return state.actions().entrySet().stream()
                .filter(entry -> entry.getValue().status() == ActionStatus.BLOCKED)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    ApprovalPolicy approval() {
        return declared.declaration().envelope().policies().approval();
    }

    GraphState state() {
        return state;
    }

    int attempts(String actionId) {
        ActionState action = state.actions().get(actionId);
        return action == null ? 0 : action.attempts();
    }

    Action action(String actionId) {
        return graph.actions().stream()
                .filter(action -> action.id().equals(actionId))
                .findFirst()
                .orElseThrow();
    }

    /** Takes an input and keeps the next state. */
    GraphStep take(GraphInput input) {
        ConditionEvaluator conditions = new ConditionEvaluator(resolver()::find);
        GraphStep step = scheduler.on(state, input, conditions::evaluate);
        state = step.state();
        return step;
    }

    /** Records the executor that the runtime uses. */
    void chosen(String actionId, ExecutorId executor) {
        executors.put(actionId, executor);
    }

    /** Records the end of an attempt; returns the input of the state machine. */
    GraphInput end(ActionThreads.Ended ended, ActionOutput output) {
        outputs.put(ended.actionId(), output);
        outcomes.put(ended.actionId(), ended);
        return switch (ended.outcome()) {
            case ActionOutcome.Succeeded succeeded -> new GraphInput.Completed(ended.actionId());
            case ActionOutcome.Failed failed -> new GraphInput.Failed(ended.actionId());
        };
    }

    /** A resolver of the results at this moment. */
    ReferenceResolver resolver() {
        Map<String, ActionResult> results = new HashMap<>();
        outcomes.keySet().forEach(id -> results.put(id, result(id)));
        return new ReferenceResolver(new GraphValues(declared.sections(), inputs, state, results, records));
    }
}
