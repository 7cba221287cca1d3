/** The outbox of the audit in a table. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.postgres;

import org.jspecify.annotations.NullMarked;
