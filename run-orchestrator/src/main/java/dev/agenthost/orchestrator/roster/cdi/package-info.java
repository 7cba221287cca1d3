/** The roster, put together. */
@NullMarked
package dev.agenthost.orchestrator.roster.cdi;

import org.jspecify.annotations.NullMarked;
