/** Sends: claimed, made with the same bytes and key each time, judged, and answered for with a receipt. */
@NullMarked
package dev.agenthost.delivery.send;

import org.jspecify.annotations.NullMarked;
