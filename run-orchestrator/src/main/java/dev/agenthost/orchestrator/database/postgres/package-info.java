/** How a replica holds on to its database: its pools, and the connection on which it is woken. */
@NullMarked
package dev.agenthost.orchestrator.database.postgres;

import org.jspecify.annotations.NullMarked;
