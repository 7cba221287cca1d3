package dev.agenthost.binding.resolution;

import dev.agenthost.binding.catalog.BindingCandidate;
import dev.agenthost.binding.catalog.BindingScope;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.catalog.DefaultBinding;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.ParentRun;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the binding for an event. Among matching bindings, the most specific scope wins, then the most specific event
 * pattern, then the highest priority; after all of them, the default agent of the bot. A remaining tie is rejected: the order in which bindings are stored never
 * decides.
 */
public final class BindingResolver {
    /** Further requirements for a binding of matching scope and event type. The first violation is the reason. */
    private static final List<Requirement> REQUIREMENTS =
            List.of(BindingResolver::admittedByFilter, BindingResolver::addressed, BindingResolver::switchedOn);

    private static final String CREATE_ONE = " Create one with POST /api/v1/bindings.";

    private BindingResolver() {}

    public static ResolutionOutcome resolve(EventEnvelope event, BindingSet bindings) {
        ParentRun parent = event.parent();
        if (parent == null) {
            return matching(event, bindings, candidate -> true);
        }
        return parent.delegation() == null
                ? continued(event, parent, bindings)
                : delegated(event, parent.delegation(), bindings);
    }

    /** The most specific binding of the named agent answers a delegation. */
    private static ResolutionOutcome delegated(EventEnvelope event, Delegation delegation, BindingSet bindings) {
        ResolutionOutcome outcome = matching(
                event, bindings, candidate -> candidate.snapshot().agentId().equals(delegation.agentId()));
        return switch (outcome) {
            case ResolutionOutcome.Bound bound ->
                new ResolutionOutcome.Bound(DelegatedBinding.narrowed(bound.binding(), delegation));
            case ResolutionOutcome.Unbound unbound
            when unbound.reason() == UnboundReason.NO_BINDING ->
                new ResolutionOutcome.Unbound(
                        UnboundReason.NO_BINDING,
                        "No binding of agent " + delegation.agentId() + " covers events of type " + event.eventType()
                                + " of bot " + event.botId() + "." + CREATE_ONE);
            default -> outcome;
        };
    }

    /** An event that continues a run is answered by the binding and the runner of that run, with the limits of its task. */
    private static ResolutionOutcome continued(EventEnvelope event, ParentRun parent, BindingSet bindings) {
        Optional<BindingCandidate> found = bindings.find(event.workspaceId(), parent.bindingId())
                .filter(candidate -> candidate.snapshot().runnerId().equals(parent.runnerId()));
        if (found.isEmpty()) {
            return new ResolutionOutcome.Unbound(
                    UnboundReason.NO_BINDING,
                    "The binding " + parent.bindingId() + " of run " + parent.runId()
                            + " does not exist any more, or has another runner.");
        }
        return objection(found.get(), event)
                .<ResolutionOutcome>map(
                        objection -> new ResolutionOutcome.Unbound(objection.reason(), objection.detail()))
                .orElseGet(
                        () -> new ResolutionOutcome.Bound(narrowed(found.get().snapshot(), parent.task())));
    }

    /** A run that continues a delegated one keeps the limits of its task. */
    private static BindingSnapshot narrowed(BindingSnapshot binding, @Nullable Delegation task) {
        return task == null ? binding : DelegatedBinding.narrowed(binding, task);
    }

    private static ResolutionOutcome matching(
            EventEnvelope event, BindingSet bindings, Predicate<BindingCandidate> eligible) {
        List<Objection> objections = new ArrayList<>();
        for (BindingScope scope : BindingScope.around(event)) {
            List<BindingCandidate> fitting = new ArrayList<>();
            for (BindingCandidate candidate : bindings.at(event.workspaceId(), scope)) {
                if (candidate.binding().specificity(event.eventType()) >= 0 && eligible.test(candidate)) {
                    objection(candidate, event).ifPresentOrElse(objections::add, () -> fitting.add(candidate));
                }
            }
            if (!fitting.isEmpty()) {
                return choose(fitting, event.eventType());
            }
        }
        return unanswered(event, objections);
    }

    private static ResolutionOutcome choose(List<BindingCandidate> fitting, String eventType) {
        Comparator<BindingCandidate> order = Comparator.<BindingCandidate>comparingInt(
                        candidate -> candidate.binding().specificity(eventType))
                .thenComparingInt(candidate -> candidate.binding().priority());
        BindingCandidate best = fitting.stream().max(order).orElseThrow();
        List<String> equals = fitting.stream()
                .filter(candidate -> order.compare(candidate, best) == 0)
                .map(candidate -> candidate.binding().bindingId())
                .sorted()
                .toList();
        if (equals.size() == 1) {
            return new ResolutionOutcome.Bound(best.snapshot());
        }
        return new ResolutionOutcome.Ambiguous(
                equals,
                "The bindings " + String.join(", ", equals)
                        + " have the same scope, event pattern and priority. Set a higher priority for one of them.");
    }

    private static ResolutionOutcome unanswered(EventEnvelope event, List<Objection> objections) {
        return objections.stream()
                .min(Comparator.comparing(Objection::reason))
                .map(objection -> new ResolutionOutcome.Unbound(objection.reason(), objection.detail()))
                .orElseGet(() -> new ResolutionOutcome.Unbound(
                        UnboundReason.NO_BINDING,
                        "No binding covers events of type " + event.eventType() + " of bot " + event.botId() + "."
                                + CREATE_ONE));
    }

    private static Optional<Objection> objection(BindingCandidate candidate, EventEnvelope event) {
        return REQUIREMENTS.stream()
                .flatMap(requirement -> requirement.objection(candidate, event).stream())
                .findFirst();
    }

    private static Optional<Objection> admittedByFilter(BindingCandidate candidate, EventEnvelope event) {
        return candidate
                .binding()
                .filters()
                .refusal(event.actor())
                .map(filter -> new Objection(
                        UnboundReason.FILTERED,
                        "Binding " + candidate.binding().bindingId() + " would answer, but its filter " + filter
                                + " does not admit the actor of the event."));
    }

    /** An event that continues a run of the default agent needs no mention. */
    private static Optional<Objection> addressed(BindingCandidate candidate, EventEnvelope event) {
        return !(candidate.binding().scope() instanceof BindingScope.DefaultAgent(String botId))
                        || event.parent() != null
                        || DefaultBinding.isAddressed(event)
                ? Optional.empty()
                : Optional.of(new Objection(
                        UnboundReason.FILTERED,
                        "The default agent of bot " + botId + " would answer, but only a message that mentions the bot"
                                + " (data.is_mentioned) in a chat with more than one person."));
    }

    private static Optional<Objection> switchedOn(BindingCandidate candidate, EventEnvelope event) {
        return candidate.binding().enabled()
                ? Optional.empty()
                : Optional.of(new Objection(
                        UnboundReason.BINDING_DISABLED,
                        "Binding " + candidate.binding().bindingId() + " would answer, but it is disabled."));
    }

    private interface Requirement {
        Optional<Objection> objection(BindingCandidate candidate, EventEnvelope event);
    }

    private record Objection(UnboundReason reason, String detail) {}
}
