package dev.agenthost.protocol.architecture.breach.leaves.run.postgres;

/** The other leaf. */
public class Ledger {}
