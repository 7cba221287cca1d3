/** Dead letters as a counter. */
@NullMarked
package dev.agenthost.watch.deadletter.metrics;

import org.jspecify.annotations.NullMarked;
