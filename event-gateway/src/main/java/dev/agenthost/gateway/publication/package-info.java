/** Puts envelopes on {@code agent.events}. */
@NullMarked
package dev.agenthost.gateway.publication;

import org.jspecify.annotations.NullMarked;
