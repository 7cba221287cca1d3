/** The wish that a run end. */
@NullMarked
package dev.agenthost.orchestrator.cancel;

import org.jspecify.annotations.NullMarked;
