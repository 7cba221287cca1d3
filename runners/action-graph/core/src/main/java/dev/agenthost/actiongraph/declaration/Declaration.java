package dev.agenthost.actiongraph.declaration;

/** A valid declaration: every reference exists, and every dependency can be met. */
public record Declaration(Envelope envelope, Payload payload) {}
