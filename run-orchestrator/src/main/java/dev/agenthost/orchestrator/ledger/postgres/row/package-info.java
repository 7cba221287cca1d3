/** How the tables of runs are asked, and what their rows are. */
@NullMarked
package dev.agenthost.orchestrator.ledger.postgres.row;

import org.jspecify.annotations.NullMarked;
