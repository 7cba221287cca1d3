package dev.agenthost.context.intake;

/** A consumed record with its decoded value. */
public record IntakeRecord(IncomingRecord origin, DecodedRecord reading) {}
