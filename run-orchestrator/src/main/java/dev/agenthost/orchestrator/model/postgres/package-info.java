/** Where models are kept. */
@NullMarked
package dev.agenthost.orchestrator.model.postgres;

import org.jspecify.annotations.NullMarked;
