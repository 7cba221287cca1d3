/** Pools and migrations, as this service needs them. */
@NullMarked
package dev.agenthost.delivery.wiring.cdi;

import org.jspecify.annotations.NullMarked;
