/** The readiness probe. */
@NullMarked
package dev.agenthost.binding.readiness.cdi;

import org.jspecify.annotations.NullMarked;
