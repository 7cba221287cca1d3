/** Secrets: who may refer to one, and that nobody whom it was shown to repeats it. */
@NullMarked
package dev.agenthost.orchestrator.secret;

import org.jspecify.annotations.NullMarked;
