/** Resolutions from their topic. */
@NullMarked
package dev.agenthost.orchestrator.admission.kafka;

import org.jspecify.annotations.NullMarked;
