/** What calls of models cost, in numbers. */
@NullMarked
package dev.agenthost.orchestrator.model.metrics;

import org.jspecify.annotations.NullMarked;
