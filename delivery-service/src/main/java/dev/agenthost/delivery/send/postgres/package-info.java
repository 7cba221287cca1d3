/** Keeps delivery.sends and delivery.lanes. */
@NullMarked
package dev.agenthost.delivery.send.postgres;

import org.jspecify.annotations.NullMarked;
