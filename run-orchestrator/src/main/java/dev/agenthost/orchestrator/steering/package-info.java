/** Messages that came while a run was at work, handed to it. */
@NullMarked
package dev.agenthost.orchestrator.steering;

import org.jspecify.annotations.NullMarked;
