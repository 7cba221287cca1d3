/** Fixture: part of a planted breach. */
@NullMarked
package dev.agenthost.protocol.house.breach.caller.run.http;

import org.jspecify.annotations.NullMarked;
