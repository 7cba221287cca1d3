/** Runs on their runners, timed. */
@NullMarked
package dev.agenthost.orchestrator.drive.metrics;

import org.jspecify.annotations.NullMarked;
