package dev.agenthost.platform.kafka;

/** Thrown if the processing of a record fails by a defect of the code, and would fail again. */
public final class DefectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DefectException(String detail, Throwable cause) {
        super(detail, cause);
    }

    /** Returns one line without content of the record. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
