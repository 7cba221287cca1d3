/** What a runtime is asked beside its runs. */
@NullMarked
package dev.agenthost.orchestrator.runtime.upkeep;

import org.jspecify.annotations.NullMarked;
