package dev.agenthost.gateway.intake.wecom;

/** The outcome of a callback of the platform. */
sealed interface WeComOutcome {

    /** The callback is done with: it is on Kafka, or it is a dead letter. */
    record Done() implements WeComOutcome {}

    /**
     * A pressed button of a question has its answer.
     *
     * @param message the plain XML of the answer
     */
    record Answered(String message) implements WeComOutcome {}

    /** Kafka took neither event nor dead letter, or a pressed button has no result yet: it must be sent again. */
    record Unavailable(String why) implements WeComOutcome {}
}
