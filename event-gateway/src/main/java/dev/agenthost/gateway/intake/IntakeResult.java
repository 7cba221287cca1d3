package dev.agenthost.gateway.intake;

import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;

/** The outcome of an event at an entrance whose caller waits. */
public sealed interface IntakeResult {

    /**
     * Kafka has the event.
     *
     * @param raw outcome of the platform's own payload
     */
    record Published(RawPayloadOutcome raw) implements IntakeResult {}

    /** Another event was accepted under this id; nothing was published. */
    record Conflict() implements IntakeResult {}

    /** Kafka is unavailable. The event may be sent again. */
    record Unavailable() implements IntakeResult {}
}
