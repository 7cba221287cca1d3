/** The event log: all that happened, append-only. */
@NullMarked
package dev.agenthost.context.event;

import org.jspecify.annotations.NullMarked;
