/** Fixture: the wiring. */
@NullMarked
package dev.agenthost.protocol.house.sound.cdi;

import org.jspecify.annotations.NullMarked;
