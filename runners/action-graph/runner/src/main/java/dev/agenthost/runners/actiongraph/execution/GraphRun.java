package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.ExpansionOutcome;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphScheduler;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.graph.Iteration;
import dev.agenthost.actiongraph.graph.RuntimePolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.projection.DecisionPoints;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.result.ActionResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The run of one declared graph: its state and its results so far. Used by one thread. */
public final class GraphRun {
    private final String runId;
    private final DeclaredGraph declaration;
    private final ActionGraph graph;
    private final GraphScheduler scheduler;
    private final Map<String, JsonNode> inputs;
    private final RunRecords records;
    private final GraphResults results = new GraphResults();
    private final RuntimePolicy policy;
    private GraphRecord record;
    private GraphState state;

    /**
     * @param declaration the outputs of the model, as they were read
     * @param record choices and clock, and what earlier runs have recorded
     * @param records values of {@code artifact://} and {@code runtime://} references
     * @param policy limits and effects of the runtime
     */
    public GraphRun(
            String runId, DeclaredGraph declaration, GraphRecord record, RunRecords records, RuntimePolicy policy) {
        this.runId = runId;
        this.declaration = declaration;
        this.graph = declaration.graph();
        this.scheduler = new GraphScheduler(graph, declaration.envelope().policies(), policy);
        this.inputs = Map.of(
                "user",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("goal", declaration.source().request()));
        this.records = records;
        this.policy = policy;
        this.record = record;
        this.state = GraphState.initial(graph);
    }

    public String runId() {
        return runId;
    }

    /** The outputs of the model that declared the graph and added to it. */
    public DeclaredGraph declaration() {
        return declaration;
    }

    /** The note that a person has to see before the graph runs although the declaration has none; empty if none is required. */
    public Optional<String> requiredNote() {
        Envelope envelope = declaration.envelope();
        long delegations = record.choices().values().stream()
                .filter(RecordedChoice::isDelegation)
                .count();
        return graph.actions().isEmpty() || !RequiredNote.isRequired(envelope, delegations, scheduler.isRisky())
                ? Optional.empty()
                : Optional.of(RequiredNote.text(envelope, graph.actions()));
    }

    public ActionGraph graph() {
        return graph;
    }

    /** The part that a journal stores beside state and results. */
    public GraphRecord record() {
        return record;
    }

    void update(GraphRecord next) {
        record = next;
    }

    /** The choice of an executor for an action. */
    RecordedChoice choice(String actionId) {
        return Objects.requireNonNull(record.choices().get(actionId), actionId);
    }

    public GraphState state() {
        return state;
    }

    /** The ends of the attempts so far. */
    public List<AttemptEnd> ends() {
        return results.all();
    }

    /**
     * The graph with the actions of a revision, at the same point. The policies stay those of the declaration.
     *
     * @param output the output that declares the revision
     * @param record with the choices for the new actions
     * @param policy with the effects of the new actions
     */
    public GraphRun revised(
            ExpansionOutcome.Expanded expanded,
            Declared revision,
            AssistantMessage output,
            GraphRecord record,
            RuntimePolicy policy) {
        DeclaredGraph next = declaration.revised(expanded.graph(), revision, output);
        GraphRun run = new GraphRun(runId, next, record, records, policy);
        run.restore(expanded.state(), results.all());
        return run;
    }

    /** Continues from a stored state. */
    public void restore(GraphState stored, List<AttemptEnd> ends) {
        state = stored;
        ends.forEach(results::add);
        ends.forEach(end -> records.restore(action(end.actionId()), end));
    }

    /** The earlier graphs of the request. */
    List<GraphRun> earlier() {
        return record.earlier().stream()
                .map(records::run)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The decision point of a graph of which nothing runs. */
    public DecisionPoint reached() {
        GraphStatus status =
                switch (state.ending()) {
                    case NONE -> state.hasEnded() ? GraphStatus.COMPLETED : GraphStatus.BLOCKED;
                    case CANCELLED -> GraphStatus.CANCELLED;
                    case ABORTED, BUDGET, DEADLINE -> GraphStatus.FAILED;
                };
        GraphStep report = new GraphStep(state, List.of(new GraphEffect.Report(status)));
        return DecisionPoints.of(state, report).orElseThrow();
    }

    /**
     * The result of an action at this moment; that of an action that has no end has no output. An action that was not executed, or was
     * blocked, has the reason of the runtime unless its executor has given one.
     */
    public ActionResult result(String actionId) {
        ActionState own = stateOf(actionId);
        ActionResult result = own.status() == ActionStatus.CANCELLED && own.count(ActionStatus.COMPLETED) == 0
                ? ActionResult.without(
                        actionId,
                        own.status(),
                        results.of(action(actionId), own.status()).failure())
                : results.of(action(actionId), own.status());
        return RuntimeReason.add(result, own, choice(actionId).executor(), scheduler.isReadOnly(actionId));
    }

    /** The result of one attempt; an attempt that was followed by another one has failed. */
    ActionResult result(AttemptId id) {
        Iteration iteration = stateOf(id.actionId()).iterations().get(id.iteration());
        return id.attempt() < iteration.attempts()
                ? ActionResult.without(id.actionId(), ActionStatus.FAILED, null)
                : results.ofIteration(action(id.actionId()), id.iteration(), iteration.status());
    }

    private ActionState stateOf(String actionId) {
        return Objects.requireNonNull(state.actions().get(actionId), actionId);
    }

    /** The ids of the actions whose results the model gets, by {@code partial_results}. */
    public Set<String> reported() {
        return scheduler.reportedResults(state);
    }

    /** The effects that the registry permits the executor of an action. */
    Set<SideEffect> authority(String actionId) {
        return policy.effects()
                .getOrDefault(actionId, ExecutorEffects.UNDECLARED)
                .effects();
    }

    /** The actions that end before an action starts, in their order. */
    List<String> dependencies(String actionId) {
        return List.copyOf(scheduler.dependencies(actionId));
    }

    Action action(String actionId) {
        return scheduler.action(actionId);
    }

    /** Takes an input and keeps the next state. The clock stands still while a person alone is waited for. */
    GraphStep take(GraphInput input, Instant now) {
        GraphStep step = scheduler.on(state, input, new GraphFacts(this, state));
        state = step.state();
        record = record.with(record.clock().paused(state.waitsForPerson(), now));
        for (GraphEffect effect : step.effects()) {
            if (effect instanceof GraphEffect.AskApproval question) {
                record = record.unasked(question.actionId());
            }
        }
        return step;
    }

    /** The calls that an approval of an action would be for: one for each iteration that has not run, without repetitions. */
    public List<PlannedCall> planned(String actionId) {
        List<Iteration> iterations = stateOf(actionId).iterations();
        return IntStream.range(0, iterations.size())
                .filter(number -> iterations.get(number).status() == ActionStatus.PENDING)
                .mapToObj(number -> PlannedCall.of(this, state, actionId, number))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** The limits of tokens, cost and calls of {@code budget_policy} that are reached, each as its member and its value. */
    public List<String> reachedLimits() {
        return scheduler.reachedLimits(state);
    }

    /** Counts tokens of requests to the model about the graph. */
    public void useTokens(long tokens) {
        if (state.ending() == GraphState.Ending.NONE && !state.hasEnded()) {
            state = state.used(new AttemptUsage(tokens, BigDecimal.ZERO));
        }
    }

    /** The limits of time and budget. */
    GraphLimits limits() {
        return new GraphLimits(this);
    }

    /** The iterations that run or wait. */
    public OpenIterations open() {
        return new OpenIterations(state);
    }

    /** The events that the graph waits for. */
    public GraphWaits waits() {
        return new GraphWaits(state);
    }

    /** The readers of the values that its references lead to. */
    GraphVisibility visibility() {
        return new GraphVisibility(this, records);
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
                declaration.sections(actionId),
                inputs,
                values,
                records,
                new LoopPosition(action(actionId).loop(), iteration)));
    }
}
