package dev.agenthost.actiongraph.condition;

import dev.agenthost.actiongraph.condition.ConditionToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses conditions by recursive descent, within bounds. The grammar is in {@code docs/action-graph.md}. */
public final class ConditionParser {
    /** Most characters of a condition. */
    public static final int MAX_CHARACTERS = 1_000;
    /** Most levels of parentheses and {@code not}. */
    public static final int MAX_DEPTH = 8;
    /** Most comparisons and {@code exists}. */
    public static final int MAX_COMPARISONS = 32;

    private final OperandParser operands;
    private final ConditionTokens tokens;
    private int depth;
    private int comparisons;

    private ConditionParser(ConditionTokens tokens) {
        this.tokens = tokens;
        this.operands = new OperandParser(tokens);
    }

    /** Parses the whole text. */
    public static ConditionSyntax parse(String text) {
        if (text.length() > MAX_CHARACTERS) {
            return new ConditionSyntax.Malformed(
                    MAX_CHARACTERS, "has " + text.length() + " characters; the limit is " + MAX_CHARACTERS);
        }
        try {
            ConditionTokens tokens = new ConditionTokens(ConditionLexer.tokens(text));
            Condition condition = new ConditionParser(tokens).or();
            tokens.expectEnd();
            return new ConditionSyntax.Parsed(condition);
        } catch (ConditionSyntaxException e) {
            return new ConditionSyntax.Malformed(e.position(), String.valueOf(e.getMessage()));
        }
    }

    private Condition or() throws ConditionSyntaxException {
        List<Condition> parts = new ArrayList<>(List.of(and()));
        while (tokens.skip(Kind.WORD, "or")) {
            parts.add(and());
        }
        return parts.size() == 1 ? parts.getFirst() : new Condition.Or(parts);
    }

    private Condition and() throws ConditionSyntaxException {
        List<Condition> parts = new ArrayList<>(List.of(unary()));
        while (tokens.skip(Kind.WORD, "and")) {
            parts.add(unary());
        }
        return parts.size() == 1 ? parts.getFirst() : new Condition.And(parts);
    }

    private Condition unary() throws ConditionSyntaxException {
        if (tokens.skip(Kind.WORD, "not")) {
            enter();
            Condition part = unary();
            depth--;
            return new Condition.Not(part);
        }
        if (tokens.skip(Kind.SYMBOL, "(")) {
            enter();
            Condition part = or();
            tokens.expect(Kind.SYMBOL, ")");
            depth--;
            return part;
        }
        return comparison();
    }

    private Condition comparison() throws ConditionSyntaxException {
        if (++comparisons > MAX_COMPARISONS) {
            throw new ConditionSyntaxException(tokens.position(), "has more than " + MAX_COMPARISONS + " comparisons");
        }
        if (tokens.skip(Kind.WORD, "exists")) {
            tokens.expect(Kind.SYMBOL, "(");
            Condition exists = new Condition.Exists(operands.reference());
            tokens.expect(Kind.SYMBOL, ")");
            return exists;
        }
        return operands.comparison();
    }

    private void enter() throws ConditionSyntaxException {
        if (++depth > MAX_DEPTH) {
            throw new ConditionSyntaxException(tokens.position(), "is nested deeper than " + MAX_DEPTH + " levels");
        }
    }
}
