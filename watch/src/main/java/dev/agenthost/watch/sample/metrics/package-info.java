/** Samples as gauges. */
@NullMarked
package dev.agenthost.watch.sample.metrics;

import org.jspecify.annotations.NullMarked;
