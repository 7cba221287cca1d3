/** The telling, put together. */
@NullMarked
package dev.agenthost.orchestrator.model.telling.cdi;

import org.jspecify.annotations.NullMarked;
