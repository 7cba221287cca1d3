package dev.agenthost.actiongraph.condition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.condition.Evaluation.Decided;
import dev.agenthost.actiongraph.condition.Evaluation.Undecided;
import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Evaluates conditions. Parts are evaluated from left to right, and a part that does not matter is not evaluated, so that
 * {@code exists(x) and x > 3} is decided where x is missing.
 */
public final class ConditionEvaluator {
    private final Function<Reference, Optional<JsonNode>> values;
    private final Predicate<Reference> isUnknown;

    /** @param values the value of a reference; empty if there is none */
    public ConditionEvaluator(Function<Reference, Optional<JsonNode>> values) {
        this(values, reference -> false);
    }

    /**
     * @param values the value of a reference; empty if there is none
     * @param isUnknown true for a reference into an output of which only the beginning is known; asked where there is no value
     */
    public ConditionEvaluator(Function<Reference, Optional<JsonNode>> values, Predicate<Reference> isUnknown) {
        this.values = values;
        this.isUnknown = isUnknown;
    }

    /** Evaluates a condition. Equal values of all references give an equal outcome. */
    public Evaluation evaluate(Condition condition) {
        return switch (condition) {
            case Condition.And and -> firstThatDecides(and.parts(), false);
            case Condition.Or or -> firstThatDecides(or.parts(), true);
            case Condition.Not not ->
                switch (evaluate(not.part())) {
                    case Decided decided -> new Decided(!decided.value());
                    case Undecided undecided -> undecided;
                };
            case Condition.Exists exists -> exists(exists.reference());
            case Condition.Comparison comparison -> compare(comparison);
        };
    }

    private Evaluation exists(Reference reference) {
        boolean hasValue =
                values.apply(reference).filter(value -> !value.isNull()).isPresent();
        return !hasValue && isUnknown.test(reference)
                ? new Undecided("only the beginning of " + reference + " is known")
                : new Decided(hasValue);
    }

    private Evaluation firstThatDecides(List<Condition> parts, boolean deciding) {
        for (Condition part : parts) {
            Evaluation evaluation = evaluate(part);
            if (evaluation instanceof Undecided || evaluation.equals(new Decided(deciding))) {
                return evaluation;
            }
        }
        return new Decided(!deciding);
    }

    private Evaluation compare(Condition.Comparison comparison) {
        Optional<JsonNode> left = value(comparison.left());
        Optional<JsonNode> right = value(comparison.right());
        if (left.isEmpty()) {
            return new Undecided(comparison.left() + " has no value");
        }
        if (right.isEmpty()) {
            return new Undecided(comparison.right() + " has no value");
        }
        return Comparisons.compare(left.get(), comparison.operator(), right.get())
                .<Evaluation>map(Decided::new)
                .orElseGet(() -> new Undecided(comparison.left() + " and " + comparison.right() + " have types that "
                        + comparison.operator().symbol() + " does not compare"));
    }

    private Optional<JsonNode> value(Operand operand) {
        return switch (operand) {
            case Operand.Literal literal -> Optional.of(literal.value());
            case Operand.Lookup lookup -> values.apply(lookup.reference());
        };
    }
}
