package dev.agenthost.actiongraph.condition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The comparison operators of a condition. */
public enum Operator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    /** The left value is an element of the right list. */
    IN("in"),
    /** The left string contains the right string, or the left list the right value. */
    CONTAINS("contains");

    private final String symbol;

    Operator(String symbol) {
        this.symbol = symbol;
    }

    /** The operator as a condition has it. */
    public String symbol() {
        return symbol;
    }

    /** Returns true for the operators that compare numbers only. */
    public boolean isOrder() {
        return this == LESS || this == LESS_OR_EQUAL || this == GREATER || this == GREATER_OR_EQUAL;
    }

    static @Nullable Operator of(String symbol) {
        return Arrays.stream(values())
                .filter(operator -> operator.symbol.equals(symbol))
                .findFirst()
                .orElse(null);
    }
}
