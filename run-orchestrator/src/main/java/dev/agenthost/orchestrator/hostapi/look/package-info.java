/** Calls that look: what was said, found, kept or configured. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.look;

import org.jspecify.annotations.NullMarked;
