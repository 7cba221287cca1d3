package dev.agenthost.actiongraph.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The operators on JSON values. */
final class Comparisons {
    /** Numbers are equal by value, 1 and 1.0 for instance; strings, booleans and null are equal to themselves only. */
    private static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue())
            : one.equals(other) ? 0 : 1;

    private Comparisons() {}

    /** The outcome; empty where the operator does not compare values of these types. */
    static Optional<Boolean> compare(JsonNode left, Operator operator, JsonNode right) {
        return switch (operator) {
            case EQUAL -> Optional.of(equal(left, right));
            case NOT_EQUAL -> Optional.of(!equal(left, right));
            case LESS -> order(left, right).map(order -> order < 0);
            case LESS_OR_EQUAL -> order(left, right).map(order -> order <= 0);
            case GREATER -> order(left, right).map(order -> order > 0);
            case GREATER_OR_EQUAL -> order(left, right).map(order -> order >= 0);
            case IN -> right.isArray() ? Optional.of(has(right, left)) : Optional.empty();
            case CONTAINS -> contains(left, right);
        };
    }

    private static boolean equal(JsonNode left, JsonNode right) {
        return left.equals(BY_VALUE, right);
    }

    private static Optional<Integer> order(JsonNode left, JsonNode right) {
        return left.isNumber() && right.isNumber()
                ? Optional.of(left.decimalValue().compareTo(right.decimalValue()))
                : Optional.empty();
    }

    private static Optional<Boolean> contains(JsonNode left, JsonNode right) {
        if (left.isArray()) {
            return Optional.of(has(left, right));
        }
        return left.isTextual() && right.isTextual()
                ? Optional.of(left.textValue().contains(right.textValue()))
                : Optional.empty();
    }

    private static boolean has(JsonNode list, JsonNode value) {
        return StreamSupport.stream(list.spliterator(), false).anyMatch(element -> equal(element, value));
    }
}
