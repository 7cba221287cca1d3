/** Rates of workspaces, which replicas share. */
@NullMarked
package dev.agenthost.orchestrator.rate;

import org.jspecify.annotations.NullMarked;
