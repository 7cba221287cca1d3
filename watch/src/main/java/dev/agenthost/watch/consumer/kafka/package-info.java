/** Asks the consumers, and follows each batch. */
@NullMarked
package dev.agenthost.watch.consumer.kafka;

import org.jspecify.annotations.NullMarked;
