/** Intake as numbers. */
@NullMarked
package dev.agenthost.watch.consumer.metrics;

import org.jspecify.annotations.NullMarked;
