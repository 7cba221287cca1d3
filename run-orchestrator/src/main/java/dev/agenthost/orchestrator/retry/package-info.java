/** Trying again in place, for what must not be given up. */
@NullMarked
package dev.agenthost.orchestrator.retry;

import org.jspecify.annotations.NullMarked;
