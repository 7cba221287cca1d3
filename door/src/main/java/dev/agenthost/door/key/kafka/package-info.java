/** Keys as they come on {@code agent.keys}. */
@NullMarked
package dev.agenthost.door.key.kafka;

import org.jspecify.annotations.NullMarked;
