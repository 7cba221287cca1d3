/** Wires the gateway from its settings. */
@NullMarked
package dev.agenthost.gateway.cdi;

import org.jspecify.annotations.NullMarked;
