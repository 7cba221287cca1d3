package dev.agenthost.actiongraph.condition;

/** Leaves the recursive descent of the parser; never leaves this package. */
final class ConditionSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    ConditionSyntaxException(int position, String why) {
        super(why + " at character " + position, null, false, false);
        this.position = position;
    }

    int position() {
        return position;
    }
}
