/** Counts streams that are broken off. */
@NullMarked
package dev.agenthost.delivery.stream.metrics;

import org.jspecify.annotations.NullMarked;
