/** Partitions start where the database says. */
@NullMarked
package dev.agenthost.context.offset.kafka;

import org.jspecify.annotations.NullMarked;
