/** A replica's right to act for the runs it has claimed, on the database's clock. */
@NullMarked
package dev.agenthost.orchestrator.lease;

import org.jspecify.annotations.NullMarked;
