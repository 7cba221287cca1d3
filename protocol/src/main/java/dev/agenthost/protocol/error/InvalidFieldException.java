package dev.agenthost.protocol.error;

/** A record was given a value that it cannot hold. {@code field} is the wire's name, or empty for the whole value. */
public final class InvalidFieldException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String why;

    public InvalidFieldException(String field, String why) {
        super(field.isEmpty() ? why : field + " " + why);
        this.field = field;
        this.why = why;
    }

    public String field() {
        return field;
    }

    public String why() {
        return why;
    }
}
