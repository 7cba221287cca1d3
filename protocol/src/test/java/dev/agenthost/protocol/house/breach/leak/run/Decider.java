package dev.agenthost.protocol.house.breach.leak.run;

import dev.agenthost.protocol.house.breach.leak.run.postgres.Ledger;

/** Knows its own leaf. */
public record Decider(Ledger ledger) {}
