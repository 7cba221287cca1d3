/** Secrets as configured. */
@NullMarked
package dev.agenthost.orchestrator.secret.cdi;

import org.jspecify.annotations.NullMarked;
