/** An event as it walks: who did what, where, and what the surface it came from can show. */
@NullMarked
package dev.agenthost.protocol.event;

import org.jspecify.annotations.NullMarked;
