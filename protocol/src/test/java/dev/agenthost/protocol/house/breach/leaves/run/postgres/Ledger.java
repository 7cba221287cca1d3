package dev.agenthost.protocol.house.breach.leaves.run.postgres;

/** The other leaf. */
public class Ledger {}
