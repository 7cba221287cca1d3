/** Who holds which runtime. */
@NullMarked
package dev.agenthost.orchestrator.runtime.postgres;

import org.jspecify.annotations.NullMarked;
