/** Fixture: a leaf. */
@NullMarked
package dev.agenthost.protocol.house.sound.run.postgres;

import org.jspecify.annotations.NullMarked;
