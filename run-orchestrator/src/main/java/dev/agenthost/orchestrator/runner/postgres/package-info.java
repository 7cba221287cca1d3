/** Who is connected where, for all replicas. */
@NullMarked
package dev.agenthost.orchestrator.runner.postgres;

import org.jspecify.annotations.NullMarked;
