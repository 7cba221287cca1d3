package dev.agenthost.actiongraph.condition;

/**
 * One token of a condition.
 *
 * @param kind its class
 * @param text its characters; of a string, those between the quotes without escapes
 * @param position its first character, from 0
 */
record ConditionToken(Kind kind, String text, int position) {
    /** The classes of tokens. */
    enum Kind {
        /** A keyword such as {@code and}. */
        WORD,
        REFERENCE,
        STRING,
        NUMBER,
        /** An operator or a bracket. */
        SYMBOL,
        END
    }

    boolean is(Kind wanted, String wantedText) {
        return kind == wanted && text.equals(wantedText);
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
