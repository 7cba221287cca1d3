package dev.agenthost.binding.resolution;

import dev.agenthost.binding.binding.BindingScope;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.catalog.Candidate;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.Outcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which binding answers an event. Of those that fit, the one with the most specific scope wins, then the most specific event
 * pattern, then the highest priority. What is still equal is rejected: the order in which bindings are stored never decides.
 */
public final class BindingResolver {
    /** What a binding of the right scope and event type must also be. The first that says no is the reason. */
    private static final List<Requirement> REQUIREMENTS =
            List.of(BindingResolver::admittedByFilter, BindingResolver::switchedOn);

    private BindingResolver() {}

    public static Outcome resolve(EventEnvelope event, BindingSet bindings) {
        List<Objection> objections = new ArrayList<>();
        for (BindingScope scope : BindingScope.around(event)) {
            List<Candidate> fitting = new ArrayList<>();
            for (Candidate candidate : bindings.at(event.workspaceId(), scope)) {
                if (candidate.binding().specificity(event.eventType()) >= 0) {
                    objection(candidate, event).ifPresentOrElse(objections::add, () -> fitting.add(candidate));
                }
            }
            if (!fitting.isEmpty()) {
                return choose(fitting, event.eventType());
            }
        }
        return unanswered(event, objections);
    }

    private static Outcome choose(List<Candidate> fitting, String eventType) {
        Comparator<Candidate> order = Comparator.<Candidate>comparingInt(
                        candidate -> candidate.binding().specificity(eventType))
                .thenComparingInt(candidate -> candidate.binding().priority());
        Candidate best = fitting.stream().max(order).orElseThrow();
        List<String> equals = fitting.stream()
                .filter(candidate -> order.compare(candidate, best) == 0)
                .map(candidate -> candidate.binding().bindingId())
                .sorted()
                .toList();
        if (equals.size() == 1) {
            return new Outcome.Bound(best.snapshot());
        }
        return new Outcome.Ambiguous(
                equals,
                "The bindings " + String.join(", ", equals)
                        + " have the same scope, event pattern and priority. Give one of them a higher priority.");
    }

    private static Outcome unanswered(EventEnvelope event, List<Objection> objections) {
        return objections.stream()
                .min(Comparator.comparing(Objection::reason))
                .map(objection -> new Outcome.Unbound(objection.reason(), objection.detail()))
                .orElseGet(() -> new Outcome.Unbound(
                        UnboundReason.NO_BINDING,
                        "No binding covers events of type " + event.eventType() + " of bot " + event.botId()
                                + " here. Create one with POST /api/v1/bindings."));
    }

    private static Optional<Objection> objection(Candidate candidate, EventEnvelope event) {
        return REQUIREMENTS.stream()
                .flatMap(requirement -> requirement.objection(candidate, event).stream())
                .findFirst();
    }

    private static Optional<Objection> admittedByFilter(Candidate candidate, EventEnvelope event) {
        return candidate
                .binding()
                .filters()
                .refusal(event.actor())
                .map(filter -> new Objection(
                        UnboundReason.FILTERED,
                        "Binding " + candidate.binding().bindingId() + " would answer, but its filter " + filter
                                + " does not admit who caused the event."));
    }

    private static Optional<Objection> switchedOn(Candidate candidate, EventEnvelope event) {
        return candidate.binding().enabled()
                ? Optional.empty()
                : Optional.of(new Objection(
                        UnboundReason.BINDING_DISABLED,
                        "Binding " + candidate.binding().bindingId() + " would answer, but it is switched off."));
    }

    private interface Requirement {
        Optional<Objection> objection(Candidate candidate, EventEnvelope event);
    }

    private record Objection(UnboundReason reason, String detail) {}
}
