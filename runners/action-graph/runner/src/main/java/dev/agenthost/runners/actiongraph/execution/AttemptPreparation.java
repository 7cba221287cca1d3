package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.assignment.Handoff;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.reference.PromptText;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.reference.ResolvedInput;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.runners.actiongraph.registry.ConfiguredExecutor;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The checks before a call, in their order, and the expansion of its references. */
record AttemptPreparation(GrantedExecutors granted, ActionBudget budget) {
    /** The call as a person sees it who has to approve it. */
    PlannedCall shown(Action action, PlannedCall call) {
        PlannedCall fixed = granted.configuration(call.executor())
                .map(ConfiguredExecutor::arguments)
                .map(call::withFixed)
                .orElse(call);
        return IdempotencyArgument.of(action, call.executor(), granted)
                .filter(argument -> argument.declared() != null)
                .map(argument -> fixed.withKey(argument.name()))
                .orElse(fixed);
    }

    /** The outcome of the checks. */
    sealed interface Prepared {
        record Ready(ActionCall call) implements Prepared {}

        record Refused(ActionOutcome outcome) implements Prepared {}
    }

    /** Prepares an attempt; the digest of its prompt goes into the record of the graph. */
    Prepared prepare(GraphRun graph, AttemptName name) {
        AttemptId id = name.attempt();
        Action action = graph.action(id.actionId());
        RecordedChoice choice = graph.choice(action.id());
        ExecutorId executor = choice.executor();
        if (executor == null) {
            return new Prepared.Refused(
                    ActionOutcome.refused("executor.unavailable", choice.reason() + ".", RecordedChoice.REMEDY));
        }
        Optional<Reference> withheld =
                reader(executor).flatMap(reader -> graph.visibility().withheld(action, reader));
        if (withheld.isPresent()) {
            return refused(
                    "data.visibility", executor + " may not read " + withheld.get() + " by its `data_visibility`.");
        }
        ReferenceResolver resolver = graph.resolver(id.actionId(), id.iteration());
        JsonNode declared = action.input().value();
        JsonNode input = JsonNodeFactory.instance.objectNode();
        if (declared != null) {
            switch (resolver.resolve(declared)) {
                case ResolvedInput.Unresolved missing -> {
                    boolean mayBeNamed = graph.visibility()
                            .withheld(action, DataAudience.MODEL)
                            .isEmpty();
                    return refused("reference.unresolved", (mayBeNamed ? missing.remedy() : missing.why()) + ".");
                }
                case ResolvedInput.Resolved found -> input = found.value();
            }
        }
        Optional<IdempotencyArgument> key = IdempotencyArgument.of(action, executor, granted);
        if (key.isPresent()) {
            if (key.get().conflictsWith(input)) {
                return refused(
                        "input.conflict",
                        "The input sets `" + key.get().name() + "`, which takes `idempotency.key` only.");
            }
            input = key.get().write(input, name);
        }
        if (!budget.take()) {
            return exhausted("budget.actions", budget.maxCalls(), "action");
        }
        if (budget.tokensLeft() == 0) {
            return exhausted("budget.tokens", budget.maxTokens(), "token");
        }
        Optional<String> task = task(graph, action, executor, declared == null ? null : input, resolver);
        if (task.isEmpty()) {
            return refused("reference.unresolved", "A section or a context of this action does not exist.");
        }
        if (!task.get().isEmpty()) {
            graph.update(graph.record().prompted(name, PromptText.of(task.get()).sha256()));
        }
        return new Prepared.Ready(new ActionCall(
                name,
                action,
                executor,
                input,
                task.get(),
                choice,
                graph.limits().taskBudget(budget),
                logged(graph, action, input)));
    }

    /** The audience that an executor belongs to; empty for one that only computes. */
    private static Optional<DataAudience> reader(ExecutorId executor) {
        return switch (executor.type()) {
            case AGENT, PIPELINE -> Optional.of(DataAudience.MODEL);
            case HUMAN -> Optional.of(DataAudience.USER);
            case TOOL, RUNTIME, SERVICE -> Optional.empty();
        };
    }

    /** The input as logs may have it: with its references where a value of one is not for logs. */
    private static JsonNode logged(GraphRun graph, Action action, JsonNode input) {
        JsonNode declared = action.input().value();
        return declared == null
                        || graph.visibility()
                                .withheld(action, DataAudience.LOGS)
                                .isEmpty()
                ? input
                : declared;
    }

    private Optional<String> task(
            GraphRun graph, Action action, ExecutorId executor, @Nullable JsonNode input, ReferenceResolver resolver) {
        return switch (executor.type()) {
            case AGENT ->
                AgentTask.prompt(action, resolver).flatMap(task -> request(graph, action, input, resolver, task));
            case PIPELINE ->
                granted.configuration(executor)
                        .map(ConfiguredExecutor::task)
                        .flatMap(task -> request(graph, action, input, resolver, task));
            case HUMAN -> AgentTask.prompt(action, resolver);
            case TOOL, RUNTIME, SERVICE -> Optional.of("");
        };
    }

    private static Optional<String> request(
            GraphRun graph, Action action, @Nullable JsonNode input, ReferenceResolver resolver, String task) {
        List<String> handoffs = handoffs(graph, action, task);
        return AgentTask.request(graph.runId(), action, input, resolver, task, handoffs);
    }

    private static List<String> handoffs(GraphRun graph, Action next, String goal) {
        List<String> dependencies = graph.dependencies(next.id());
        Set<SideEffect> authority = graph.authority(next.id());
        return dependencies.stream()
                .map(id -> Handoff.of(graph.action(id), graph.result(id), next, goal, authority, dependencies))
                .flatMap(Optional::stream)
                .map(Handoff::text)
                .toList();
    }

    private static Prepared exhausted(String code, long limit, String unit) {
        return new Prepared.Refused(ActionOutcome.refused(
                code, "The limit of " + limit + " " + unit + (limit == 1 ? "" : "s") + " is reached.", "Answer now."));
    }

    private static Prepared refused(String code, String message) {
        return new Prepared.Refused(ActionOutcome.refused(code, message));
    }
}
