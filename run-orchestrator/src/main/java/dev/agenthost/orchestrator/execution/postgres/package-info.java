/** Grants that outlive an attempt. */
@NullMarked
package dev.agenthost.orchestrator.execution.postgres;

import org.jspecify.annotations.NullMarked;
