package dev.agenthost.protocol.json;

/**
 * Bytes that are not the record they should be. {@link #field()} is the path of what is wrong as JSON names it
 * ({@code event.actor.actor_type}), {@link #ROOT} for the whole document. Neither text repeats the document.
 */
public final class UndecodableException extends Exception {
    /** The path of the document itself. */
    public static final String ROOT = "$";

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String why;

    public UndecodableException(String field, String why) {
        super(field + " " + why);
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
