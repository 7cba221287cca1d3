package dev.agenthost.protocol.architecture.breach.leak.run;

import dev.agenthost.protocol.architecture.breach.leak.run.postgres.Ledger;

/** Knows its own leaf. */
public record Decider(Ledger repository) {}
