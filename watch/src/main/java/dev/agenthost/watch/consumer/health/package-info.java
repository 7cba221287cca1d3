/** The probes of consumers. */
@NullMarked
package dev.agenthost.watch.consumer.health;

import org.jspecify.annotations.NullMarked;
