package dev.agenthost.delivery.run;

/** The database will never take this data (SQLSTATE 22, 23, 54): a dead letter, not a thing to repeat. */
public class DataRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sqlState;

    public DataRejectedException(String sqlState, Throwable cause) {
        super("the database refuses the data, SQLSTATE " + sqlState, cause);
        this.sqlState = sqlState;
    }

    /** Five characters; the message of the database may repeat data and is kept out of headers. */
    public String sqlState() {
        return sqlState;
    }
}
