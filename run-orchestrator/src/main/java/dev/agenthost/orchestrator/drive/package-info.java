/** The seam between a run and what executes it on a runner. */
@NullMarked
package dev.agenthost.orchestrator.drive;

import org.jspecify.annotations.NullMarked;
