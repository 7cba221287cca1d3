/** The socket plugins dial. */
@NullMarked
package dev.agenthost.orchestrator.runner.ws;

import org.jspecify.annotations.NullMarked;
