/** The one terminal result of a run: stored, published, marked. */
@NullMarked
package dev.agenthost.orchestrator.finish;

import org.jspecify.annotations.NullMarked;
