/** Fixture: a pure folder. */
@NullMarked
package dev.agenthost.protocol.house.sound.run;

import org.jspecify.annotations.NullMarked;
