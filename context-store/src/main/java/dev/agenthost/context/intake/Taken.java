package dev.agenthost.context.intake;

/** A record and what was read in it. */
public record Taken(IncomingRecord origin, Reading reading) {}
