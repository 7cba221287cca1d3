/** Fixture: part of a planted breach. */
@NullMarked
package dev.agenthost.protocol.house.breach.leaves.run.kafka;

import org.jspecify.annotations.NullMarked;
