/** Sends, timed and counted. */
@NullMarked
package dev.agenthost.delivery.send.metrics;

import org.jspecify.annotations.NullMarked;
