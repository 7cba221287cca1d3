/** Fixture: part of a planted breach. */
@NullMarked
package dev.agenthost.protocol.house.breach.circle.grant;

import org.jspecify.annotations.NullMarked;
