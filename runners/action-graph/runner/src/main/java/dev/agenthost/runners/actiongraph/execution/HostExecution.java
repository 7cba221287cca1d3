package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.CarrierOrigin;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.executor.ExecutorAvailability;
import dev.agenthost.actiongraph.executor.ExecutorChoice;
import dev.agenthost.actiongraph.executor.ExecutorRules;
import dev.agenthost.actiongraph.executor.ExecutorSelector;
import dev.agenthost.actiongraph.executor.RegisteredExecutor;
import dev.agenthost.actiongraph.graph.RuntimePolicy;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The executors of one run, and the choice among them. */
public final class HostExecution {
    private final GrantedExecutors granted;
    private final ExecutorSelector selector;
    private final ApprovalPolicy approval;
    private final Map<ExecutorType, ActionExecutor> executors;
    private final ContinuedWaits continued;

    /**
     * The means by which waits end after the run.
     *
     * @param isDurable true if graphs can be stored
     * @param hasTimers true if the run may set timers
     * @param longest longest wait within a run, in which nothing else runs
     */
    public record Continuation(boolean isDurable, boolean hasTimers, Duration longest) {}

    /**
     * @param rules limits of the choice, and the approvals that the operator requires
     * @param people asks people; their answers are outputs of actions
     */
    public HostExecution(
            GrantedExecutors granted,
            ExecutorRules rules,
            HostApi api,
            RunOutput out,
            PersonQuestions people,
            Continuation continuation) {
        this.granted = granted;
        this.selector = new ExecutorSelector(granted.registry(), rules);
        this.approval = new ApprovalPolicy(false, rules.approvalFor());
        ToolCallExecutor tools = new ToolCallExecutor(api.tools(), out);
        DelegationExecutor delegations = new DelegationExecutor(api.delegations(), granted);
        this.continued = new ContinuedWaits(
                delegations,
                new HostTimers(api.timers(), continuation.hasTimers()),
                continuation.isDurable(),
                continuation.longest());
        this.executors = Map.of(
                ExecutorType.TOOL,
                tools,
                ExecutorType.SERVICE,
                new ServiceExecutor(granted, tools),
                ExecutorType.AGENT,
                delegations,
                ExecutorType.PIPELINE,
                delegations,
                ExecutorType.HUMAN,
                people::ask,
                ExecutorType.RUNTIME,
                RuntimeOperation::execute);
    }

    /** True if graphs can be stored. */
    public boolean isDurable() {
        return continued.isDurable();
    }

    /** An execution with these executors. */
    public GraphExecution execution(
            ActionBudget budget,
            OutputStore outputs,
            GraphJournal journal,
            GraphListener listener,
            ApprovalQuestions approvals) {
        return new GraphExecution(
                executors, new AttemptPreparation(granted, budget), outputs, journal, listener, approvals, continued);
    }

    /**
     * Chooses the executor of each action, once for the whole graph.
     *
     * @param carrier the carrier of the declaration
     */
    public Map<String, RecordedChoice> choose(ActionGraph graph, CarrierOrigin carrier) {
        Map<String, RecordedChoice> choices = new LinkedHashMap<>();
        graph.actions()
                .forEach(action -> choices.put(action.id(), RecordedChoice.of(selector.choose(action), carrier)));
        return choices;
    }

    /** The actions whose input sets the argument that takes their idempotency key. */
    public List<Violation> keyConflicts(ActionGraph graph) {
        List<Violation> conflicts = new ArrayList<>();
        List<Action> actions = graph.actions();
        for (int i = 0; i < actions.size(); i++) {
            Action action = actions.get(i);
            int number = i;
            if (selector.choose(action) instanceof ExecutorChoice.Chosen chosen) {
                ExecutorId executor = new ExecutorId(
                        chosen.executor().type(), chosen.executor().name());
                IdempotencyArgument.of(action, executor, granted)
                        .filter(argument ->
                                argument.conflictsWith(action.input().value()))
                        .map(
                                argument -> new Violation(
                                        "$.payload.actions[" + number + "].input." + argument.name(),
                                        Rule.FIELD_CONFLICT,
                                        "takes idempotency.key, which the runtime writes; remove it from the input, and declare idempotency.key if the effect needs a key"))
                        .ifPresent(conflicts::add);
            }
        }
        return conflicts;
    }

    /** The recorded choices as far as their executors still exist; a missing one is not replaced by a guess. */
    public Map<String, RecordedChoice> confirm(Map<String, RecordedChoice> recorded) {
        Map<String, RecordedChoice> choices = new LinkedHashMap<>();
        recorded.forEach((id, choice) -> choices.put(id, isUsable(choice) ? choice : choice.missing()));
        return choices;
    }

    private boolean isUsable(RecordedChoice choice) {
        return choice.executor() == null
                || granted.find(choice.executor())
                        .filter(one -> one.availability() != ExecutorAvailability.UNAVAILABLE)
                        .isPresent();
    }

    /**
     * The policy of the runtime for a graph, with the effects and the costs that the registry states and the approvals that the operator requires.
     *
     * @param parallelism most actions that run at a time
     */
    public RuntimePolicy policy(ActionGraph graph, Map<String, RecordedChoice> choices, int parallelism) {
        Map<String, ExecutorEffects> effects = new HashMap<>();
        Map<String, BigDecimal> costs = new HashMap<>();
        for (Action action : graph.actions()) {
            RecordedChoice choice = choices.get(action.id());
            ExecutorId executor = choice == null ? null : choice.executor();
            Optional<RegisteredExecutor> registered =
                    Optional.ofNullable(executor).flatMap(granted::find);
            effects.put(action.id(), registered.map(RegisteredExecutor::effects).orElse(ExecutorEffects.UNDECLARED));
            costs.put(action.id(), registered.map(RegisteredExecutor::cost).orElse(BigDecimal.ZERO));
        }
        return new RuntimePolicy(parallelism, BudgetPolicy.NONE, approval, effects, costs);
    }
}
