/** Limits of workspaces, as configured and put together. */
@NullMarked
package dev.agenthost.orchestrator.rate.cdi;

import org.jspecify.annotations.NullMarked;
