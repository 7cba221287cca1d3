/** Records to Kafka. */
@NullMarked
package dev.agenthost.binding.publish.kafka;

import org.jspecify.annotations.NullMarked;
