package dev.agenthost.actiongraph.condition;

import dev.agenthost.actiongraph.condition.ConditionToken.Kind;
import java.util.List;

/** The tokens of a condition with the position of the parser. */
final class ConditionTokens {
    private final List<ConditionToken> tokens;
    private int next;

    /** @param tokens end with {@link Kind#END} */
    ConditionTokens(List<ConditionToken> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    ConditionToken peek() {
        return tokens.get(next);
    }

    int position() {
        return peek().position();
    }

    /** Returns the next token and moves behind it; the end is never passed. */
    ConditionToken take() {
        ConditionToken token = peek();
        if (token.kind() != Kind.END) {
            next++;
        }
        return token;
    }

    boolean skip(Kind kind, String text) {
        boolean found = peek().is(kind, text);
        if (found) {
            next++;
        }
        return found;
    }

    void expect(Kind kind, String text) throws ConditionSyntaxException {
        if (!skip(kind, text)) {
            throw expected("'" + text + "'");
        }
    }

    void expectEnd() throws ConditionSyntaxException {
        if (peek().kind() != Kind.END) {
            throw expected("and, or, or the end");
        }
    }

    ConditionSyntaxException expected(String what) {
        return new ConditionSyntaxException(position(), "expects " + what + " instead of " + peek());
    }
}
