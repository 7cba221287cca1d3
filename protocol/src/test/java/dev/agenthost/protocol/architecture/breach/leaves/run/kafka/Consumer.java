package dev.agenthost.protocol.architecture.breach.leaves.run.kafka;

import dev.agenthost.protocol.architecture.breach.leaves.run.postgres.Ledger;

/** Knows another leaf instead of a port. */
public record Consumer(Ledger repository) {}
