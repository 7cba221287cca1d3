/** Puts the parts together, starts and stops them. */
@NullMarked
package dev.agenthost.orchestrator.wiring.cdi;

import org.jspecify.annotations.NullMarked;
