/** Reads agent.run-results. */
@NullMarked
package dev.agenthost.delivery.run.kafka;

import org.jspecify.annotations.NullMarked;
