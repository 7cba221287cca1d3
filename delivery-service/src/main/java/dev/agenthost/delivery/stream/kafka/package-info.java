/** One shared tail of agent.run-results, and reads of what came before it. */
@NullMarked
package dev.agenthost.delivery.stream.kafka;

import org.jspecify.annotations.NullMarked;
