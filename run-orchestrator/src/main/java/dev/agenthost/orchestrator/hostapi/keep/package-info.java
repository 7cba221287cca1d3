/** Calls that keep: state and storage. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.keep;

import org.jspecify.annotations.NullMarked;
