/** Calls about runs: what became of them, and what is handed to one that is at work. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.run;

import org.jspecify.annotations.NullMarked;
