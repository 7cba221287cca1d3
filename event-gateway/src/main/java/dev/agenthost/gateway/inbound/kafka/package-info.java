/** Reads {@code agent.inbound.*}, and sets aside what nobody can read. */
@NullMarked
package dev.agenthost.gateway.inbound.kafka;

import org.jspecify.annotations.NullMarked;
