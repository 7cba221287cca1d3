/** Resolutions, counted. */
@NullMarked
package dev.agenthost.binding.resolution.metrics;

import org.jspecify.annotations.NullMarked;
