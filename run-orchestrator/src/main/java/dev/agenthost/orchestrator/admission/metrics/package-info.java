/** Admissions, counted. */
@NullMarked
package dev.agenthost.orchestrator.admission.metrics;

import org.jspecify.annotations.NullMarked;
