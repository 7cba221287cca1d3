/** The sockets to runtimes. */
@NullMarked
package dev.agenthost.orchestrator.runtime.ws;

import org.jspecify.annotations.NullMarked;
