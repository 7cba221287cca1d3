package dev.agenthost.gateway.deadletter;

/** Counts what requests to redrive did with dead letters. */
public interface RedriveCounter {
    /** The outcome of dead letters that a request selected and did not settle, because Kafka did not answer. */
    String FAILED = "failed";

    /**
     * @param topic the original topic, as {@code dead_letters_total} has it
     * @param outcome the wire name of a {@link RedriveOutcome.Kind}, or {@link #FAILED}
     */
    void count(String topic, String outcome, long records);
}
