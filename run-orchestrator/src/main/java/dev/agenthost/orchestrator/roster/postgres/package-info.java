/** The roster in a table. */
@NullMarked
package dev.agenthost.orchestrator.roster.postgres;

import org.jspecify.annotations.NullMarked;
