/** The wiring of this service, and what it does at intervals. */
@NullMarked
package dev.agenthost.binding.cdi;

import org.jspecify.annotations.NullMarked;
