/** Runtimes, as configured and joined to the rest. */
@NullMarked
package dev.agenthost.orchestrator.runtime.cdi;

import org.jspecify.annotations.NullMarked;
