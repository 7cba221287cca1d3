package dev.agenthost.protocol.architecture.breach.leak.run.postgres;

/** The leaf. */
public class Ledger {}
