/** Who may connect as a runner, how it is treated, and what becomes of its socket. */
@NullMarked
package dev.agenthost.orchestrator.runner.cdi;

import org.jspecify.annotations.NullMarked;
