/** How a socket is read, whoever dialled it. */
@NullMarked
package dev.agenthost.orchestrator.wire.ws;

import org.jspecify.annotations.NullMarked;
