/** Fixture: part of a planted breach. */
@NullMarked
package dev.agenthost.protocol.house.breach.leak.run;

import org.jspecify.annotations.NullMarked;
