/** The runs that this replica has in hand. */
@NullMarked
package dev.agenthost.orchestrator.conduct;

import org.jspecify.annotations.NullMarked;
