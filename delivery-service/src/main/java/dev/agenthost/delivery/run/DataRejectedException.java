package dev.agenthost.delivery.run;

/** The database never accepts this data (SQLSTATE 22, 23, 54): the record is dead-lettered and not retried. */
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
