/** Waiting for positions, timed. */
@NullMarked
package dev.agenthost.context.offset.metrics;

import org.jspecify.annotations.NullMarked;
