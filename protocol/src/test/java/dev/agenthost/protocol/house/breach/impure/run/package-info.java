/** Fixture: part of a planted breach. */
@NullMarked
package dev.agenthost.protocol.house.breach.impure.run;

import org.jspecify.annotations.NullMarked;
