/** Models, put together. */
@NullMarked
package dev.agenthost.orchestrator.model.cdi;

import org.jspecify.annotations.NullMarked;
