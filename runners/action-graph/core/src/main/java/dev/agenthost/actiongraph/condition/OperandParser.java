package dev.agenthost.actiongraph.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.condition.ConditionToken.Kind;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceParser;
import dev.agenthost.actiongraph.reference.ReferenceSyntax;
import java.math.BigDecimal;

/** Parses comparisons and checks the types of their literals. */
final class OperandParser {
    /** Most elements of a list. */
    static final int MAX_ELEMENTS = 32;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ConditionTokens tokens;

    OperandParser(ConditionTokens tokens) {
        this.tokens = tokens;
    }

    Condition comparison() throws ConditionSyntaxException {
        int leftAt = tokens.position();
        Operand left = operand();
        Operator operator = operator();
        int rightAt = tokens.position();
        Operand right = operand();
        if (left instanceof Operand.Literal && right instanceof Operand.Literal) {
            throw new ConditionSyntaxException(leftAt, "compares two literals; one side must be a reference");
        }
        check(operator, left, leftAt, operator == Operator.CONTAINS);
        check(operator, right, rightAt, operator == Operator.IN);
        return new Condition.Comparison(left, operator, right);
    }

    Reference reference() throws ConditionSyntaxException {
        if (tokens.peek().kind() != Kind.REFERENCE) {
            throw tokens.expected("a reference such as action:a.output.count");
        }
        ConditionToken token = tokens.take();
        return switch (ReferenceParser.parse(token.text())) {
            case ReferenceSyntax.Malformed malformed ->
                throw new ConditionSyntaxException(
                        token.position(), "has a malformed reference, which " + malformed.why() + " of it,");
            case ReferenceSyntax.Parsed(Reference found) -> {
                if (!isPermitted(found)) {
                    throw new ConditionSyntaxException(token.position(), "may refer to action:, input: and loop: only");
                }
                yield found;
            }
        };
    }

    private static boolean isPermitted(Reference reference) {
        return reference instanceof Reference.ActionResult
                || reference instanceof Reference.RequestInput
                || reference instanceof Reference.LoopItem
                || reference instanceof Reference.LoopIndex;
    }

    private static void check(Operator operator, Operand side, int at, boolean isListSide)
            throws ConditionSyntaxException {
        if (!(side instanceof Operand.Literal(JsonNode value))) {
            return;
        }
        if (operator.isOrder() && !value.isNumber()) {
            throw new ConditionSyntaxException(at, operator.symbol() + " compares numbers only; found " + value);
        }
        if (operator == Operator.IN && isListSide && !value.isArray()) {
            throw new ConditionSyntaxException(at, "in needs a list such as [\"a\", \"b\"] on its right");
        }
        if (!isListSide && value.isArray()) {
            throw new ConditionSyntaxException(at, "permits a list only on the right of in and the left of contains,");
        }
    }

    private Operator operator() throws ConditionSyntaxException {
        Operator operator = Operator.of(tokens.peek().text());
        Kind kind = tokens.peek().kind();
        if (operator == null || kind != Kind.SYMBOL && kind != Kind.WORD) {
            throw tokens.expected("one of == != < <= > >= in contains");
        }
        tokens.take();
        return operator;
    }

    private Operand operand() throws ConditionSyntaxException {
        if (tokens.peek().kind() == Kind.REFERENCE) {
            return new Operand.Lookup(reference());
        }
        return new Operand.Literal(tokens.peek().is(Kind.SYMBOL, "[") ? list() : scalar());
    }

    private ArrayNode list() throws ConditionSyntaxException {
        ArrayNode list = NODES.arrayNode();
        tokens.expect(Kind.SYMBOL, "[");
        do {
            if (list.size() == MAX_ELEMENTS) {
                throw new ConditionSyntaxException(
                        tokens.position(), "has a list of more than " + MAX_ELEMENTS + " elements");
            }
            list.add(scalar());
        } while (tokens.skip(Kind.SYMBOL, ","));
        tokens.expect(Kind.SYMBOL, "]");
        return list;
    }

    private JsonNode scalar() throws ConditionSyntaxException {
        ConditionToken token = tokens.peek();
        JsonNode value =
                switch (token.kind()) {
                    case STRING -> NODES.textNode(token.text());
                    case NUMBER -> NODES.numberNode(new BigDecimal(token.text()));
                    case WORD ->
                        switch (token.text()) {
                            case "true" -> NODES.booleanNode(true);
                            case "false" -> NODES.booleanNode(false);
                            case "null" -> NODES.nullNode();
                            default -> null;
                        };
                    case REFERENCE, SYMBOL, END -> null;
                };
        if (value == null) {
            throw tokens.expected("a reference, a quoted string, a number, true, false or null");
        }
        tokens.take();
        return value;
    }
}
