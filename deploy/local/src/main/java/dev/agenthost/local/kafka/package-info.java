/** A Kafka broker of one node, from Maven artifacts, and the topics of the walk. */
@NullMarked
package dev.agenthost.local.kafka;

import org.jspecify.annotations.NullMarked;
