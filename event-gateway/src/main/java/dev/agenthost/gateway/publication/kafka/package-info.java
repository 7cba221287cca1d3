/** Publishes to Kafka. */
@NullMarked
package dev.agenthost.gateway.publication.kafka;

import org.jspecify.annotations.NullMarked;
