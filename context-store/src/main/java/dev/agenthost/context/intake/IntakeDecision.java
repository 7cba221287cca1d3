package dev.agenthost.context.intake;

/** A record and what was read in it. */
public record IntakeDecision(IncomingRecord origin, DecodedRecord reading) {}
