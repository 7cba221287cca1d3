/** The audit topic. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.kafka;

import org.jspecify.annotations.NullMarked;
