package dev.agenthost.context.intake;

/** A record and what was read in it. */
public record IntakeRecord(IncomingRecord origin, DecodedRecord reading) {}
