/** Ends of runs, counted. */
@NullMarked
package dev.agenthost.orchestrator.finish.metrics;

import org.jspecify.annotations.NullMarked;
