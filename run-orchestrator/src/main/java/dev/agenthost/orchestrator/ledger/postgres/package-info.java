/** The ports of the runs' ledger on PostgreSQL. No lock is held across a round trip. */
@NullMarked
package dev.agenthost.orchestrator.ledger.postgres;

import org.jspecify.annotations.NullMarked;
