/** Sends: claimed, made with the same bytes and key each time, and judged. */
@NullMarked
package dev.agenthost.delivery.send;

import org.jspecify.annotations.NullMarked;
