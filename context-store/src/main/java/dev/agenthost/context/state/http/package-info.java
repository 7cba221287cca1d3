/** State, for run-orchestrator. */
@NullMarked
package dev.agenthost.context.state.http;

import org.jspecify.annotations.NullMarked;
