/** The schema {@code runs}: every port of it on PostgreSQL. */
@NullMarked
package dev.agenthost.orchestrator.ledger;

import org.jspecify.annotations.NullMarked;
