/** Resolutions become runs. */
@NullMarked
package dev.agenthost.orchestrator.admission;

import org.jspecify.annotations.NullMarked;
