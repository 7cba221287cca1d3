/** Runners told to the rest of the house: what each says of itself, on {@code agent.runners}. */
@NullMarked
package dev.agenthost.orchestrator.roster;

import org.jspecify.annotations.NullMarked;
