package dev.agenthost.protocol.house.breach.leak.run.postgres;

/** The leaf. */
public class Ledger {}
