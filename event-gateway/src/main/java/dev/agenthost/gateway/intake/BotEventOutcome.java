package dev.agenthost.gateway.intake;

/** The outcome of an event of a bot. */
public sealed interface BotEventOutcome {

    /** The event is done with: it is on Kafka, or it is a dead letter. */
    record Done() implements BotEventOutcome {}

    /** Kafka did not take the event or the dead letter: it must come again. */
    record Unavailable(String why) implements BotEventOutcome {}
}
