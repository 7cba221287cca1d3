package dev.agenthost.actiongraph.condition;

import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parsed form of a condition. {@code toString} is a condition with the same meaning, fully parenthesised. */
public sealed interface Condition {
    /** True if all parts are true. The first part that is not true decides. */
    record And(List<Condition> parts) implements Condition {
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " and ");
        }
    }

    /** True if one part is true. The first part that is not false decides. */
    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " or ");
        }
    }

    /** True if the part is false. */
    record Not(Condition part) implements Condition {
        @Override
        public String toString() {
            return "not (" + part + ")";
        }
    }

    /** True if the comparison holds. */
    record Comparison(Operand left, Operator operator, Operand right) implements Condition {
        @Override
        public String toString() {
            return left + " " + operator.symbol() + " " + right;
        }
    }

    /** True if the reference leads to a value that is not null. */
    record Exists(Reference reference) implements Condition {
        @Override
        public String toString() {
            return "exists(" + reference + ")";
        }
    }

    /** All references of the condition, in its order. */
    default Stream<Reference> references() {
        return switch (this) {
            case And and -> and.parts().stream().flatMap(Condition::references);
            case Or or -> or.parts().stream().flatMap(Condition::references);
            case Not not -> not.part().references();
            case Exists exists -> Stream.of(exists.reference());
            case Comparison comparison ->
                Stream.of(comparison.left(), comparison.right())
                        .filter(Operand.Lookup.class::isInstance)
                        .map(side -> ((Operand.Lookup) side).reference());
        };
    }

    private static String joined(List<Condition> parts, String word) {
        return parts.stream().map(part -> "(" + part + ")").collect(Collectors.joining(word));
    }
}
