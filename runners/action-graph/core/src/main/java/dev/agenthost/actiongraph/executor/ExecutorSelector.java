package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the executor of an action. Type, capabilities, availability, forbidden effects and cost exclude candidates. Among the others the
 * order is: available before busy, more words of the task, lower cost, fewer effects, type, name. Equal questions have equal answers.
 */
public final class ExecutorSelector {
    private static final ExecutorRequest ANY = new ExecutorRequest(null, ExecutorRequest.AUTO, List.of());

    private final ExecutorRegistry registry;
    private final ExecutorRules rules;

    public ExecutorSelector(ExecutorRegistry registry, ExecutorRules rules) {
        this.registry = registry;
        this.rules = rules;
    }

    /**
     * The part of an action that the choice goes by.
     *
     * @param hasInput true if a tool can be called: it has {@code input} or {@code args}, or a prompt from which the runtime makes them
     * @param operation the operation; null if there is none
     * @param claimed the effects that the action declares
     */
    private record Task(
            Set<String> words, boolean hasInput, @Nullable String operation, Set<SideEffect> claimed) {}

    /** Chooses the executor of an action. */
    public ExecutorChoice choose(Action action) {
        ExecutorRequest request = action.executor() == null ? ANY : action.executor();
        Task task = new Task(
                TaskWords.of(action.description()),
                hasInput(action),
                action.description().operation(),
                action.policies().sideEffects());
        if (request.isAuto()) {
            return best(request, task, ChoiceOrigin.SELECTED, List.of());
        }
        List<RegisteredExecutor> named = registry.executors().stream()
                .filter(executor -> executor.name().equals(request.target()))
                .filter(executor -> request.type() == null || executor.type() == request.type())
                .toList();
        if (named.size() > 1) {
            return new ExecutorChoice.NoneAvailable(
                    request.target() + " is the name of several executors; the action must state executor.type",
                    named.stream()
                            .map(executor -> rejection(executor, isOf(executor.type())))
                            .toList());
        }
        return named.isEmpty()
                ? replaced(request, task, null, "is not registered")
                : named(request, task, named.getFirst());
    }

    private static String isOf(ExecutorType type) {
        return (type == ExecutorType.AGENT ? "is an " : "is a ") + type.wire();
    }

    private static boolean hasInput(Action action) {
        return action.input().value() != null || action.input().prompt() != null;
    }

    private ExecutorChoice named(ExecutorRequest request, Task task, RegisteredExecutor executor) {
        return refusal(executor, request, task)
                .map(reason -> replaced(request, task, executor.type(), reason))
                .orElseGet(() -> new ExecutorChoice.Chosen(
                        executor, ChoiceOrigin.NAMED, executor.name() + " was named by the action", List.of()));
    }

    /** Another executor for a named one that cannot be used, within its type; an executor without a known type has no replacement. */
    private ExecutorChoice replaced(ExecutorRequest request, Task task, @Nullable ExecutorType known, String reason) {
        ExecutorRejection rejected = new ExecutorRejection(request.target(), reason);
        ExecutorType type = request.type() == null ? known : request.type();
        if (!rules.overrides() || type == null) {
            return new ExecutorChoice.NoneAvailable(request.target() + " " + reason, List.of(rejected));
        }
        ExecutorRequest open = new ExecutorRequest(type, ExecutorRequest.AUTO, request.capabilities());
        return best(open, task, ChoiceOrigin.OVERRIDDEN, List.of(rejected));
    }

    private ExecutorChoice best(
            ExecutorRequest request, Task task, ChoiceOrigin origin, List<ExecutorRejection> before) {
        List<ExecutorRejection> rejections = new ArrayList<>(before);
        List<RegisteredExecutor> candidates = new ArrayList<>();
        for (RegisteredExecutor executor : registry.executors()) {
            refusal(executor, request, task)
                    .ifPresentOrElse(
                            reason -> {
                                if (before.stream()
                                        .noneMatch(known -> known.name().equals(executor.name()))) {
                                    rejections.add(rejection(executor, reason));
                                }
                            },
                            () -> candidates.add(executor));
        }
        candidates.sort(order(task));
        if (candidates.isEmpty()) {
            return new ExecutorChoice.NoneAvailable(
                    "No executor"
                            + (request.type() == null
                                    ? ""
                                    : " of type " + request.type().wire())
                            + (request.capabilities().isEmpty()
                                    ? ""
                                    : " with " + String.join(", ", request.capabilities()))
                            + " can be used",
                    rejections);
        }
        RegisteredExecutor chosen = candidates.getFirst();
        candidates.stream()
                .skip(1)
                .map(executor -> rejection(executor, "ranks after " + chosen.name()))
                .forEach(rejections::add);
        return new ExecutorChoice.Chosen(chosen, origin, explanation(chosen, task, candidates.size()), rejections);
    }

    private static Comparator<RegisteredExecutor> order(Task task) {
        return Comparator.comparing(RegisteredExecutor::availability)
                .thenComparing(executor -> -TaskWords.common(task.words(), TaskWords.of(executor)))
                .thenComparing(RegisteredExecutor::cost)
                .thenComparing(executor -> changes(executor).size())
                .thenComparing(RegisteredExecutor::type)
                .thenComparing(RegisteredExecutor::name);
    }

    private static Set<SideEffect> changes(RegisteredExecutor executor) {
        Set<SideEffect> effects = EnumSet.noneOf(SideEffect.class);
        effects.addAll(executor.effects().effects());
        effects.remove(SideEffect.READ);
        return effects;
    }

    private static String explanation(RegisteredExecutor chosen, Task task, int candidates) {
        long words = TaskWords.common(task.words(), TaskWords.of(chosen));
        return chosen.name() + " is first of " + candidates + ": "
                + chosen.availability().wire() + ", "
                + words + (words == 1 ? " word" : " words") + " of the task, cost "
                + chosen.cost().toPlainString();
    }

    /** The reason why an executor cannot be used; empty if it can. */
    private Optional<String> refusal(RegisteredExecutor executor, ExecutorRequest request, Task task) {
        if (request.type() != null && executor.type() != request.type()) {
            return Optional.of(isOf(executor.type()));
        }
        List<String> missing = request.capabilities().stream()
                .filter(wanted -> !executor.capabilities().contains(wanted))
                .toList();
        if (!missing.isEmpty()) {
            return Optional.of("has no capability " + String.join(", ", missing));
        }
        if (request.type() == null
                && request.isAuto()
                && isControl(executor)
                && !executor.name().equals(task.operation())) {
            return Optional.of("is chosen by its type or as the operation only");
        }
        if (executor.type() == ExecutorType.TOOL && !task.hasInput()) {
            return Optional.of("is a tool, and the action has neither input nor args");
        }
        if (executor.availability() == ExecutorAvailability.UNAVAILABLE) {
            return Optional.of("is unavailable");
        }
        String forbidden = forbidden(executor.effects().effects());
        if (!forbidden.isEmpty()) {
            return Optional.of("has the forbidden effect " + forbidden);
        }
        String claimed = forbidden(task.claimed());
        if (!claimed.isEmpty()) {
            return Optional.of("may not run with the forbidden effect " + claimed + ", which the action declares");
        }
        BigDecimal most = rules.maxCost();
        return most != null && executor.cost().compareTo(most) > 0
                ? Optional.of("costs " + executor.cost().toPlainString() + "; the limit is " + most.toPlainString())
                : Optional.empty();
    }

    private String forbidden(Set<SideEffect> effects) {
        return effects.stream()
                .filter(rules.forbiddenEffects()::contains)
                .map(SideEffect::wire)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns true for executors that would end any action without its work: an operation of the runtime, or a question to a person. */
    private static boolean isControl(RegisteredExecutor executor) {
        return executor.type() == ExecutorType.RUNTIME || executor.type() == ExecutorType.HUMAN;
    }

    private static ExecutorRejection rejection(RegisteredExecutor executor, String reason) {
        return new ExecutorRejection(executor.name(), reason);
    }
}
