/** What all timers have in common. */
@NullMarked
package dev.agenthost.watch.metrics;

import org.jspecify.annotations.NullMarked;
