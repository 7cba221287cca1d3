/** Wiring of this capability. */
@NullMarked
package dev.agenthost.delivery.run.cdi;

import org.jspecify.annotations.NullMarked;
