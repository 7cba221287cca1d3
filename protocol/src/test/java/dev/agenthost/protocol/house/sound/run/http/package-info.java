/** Fixture: a leaf. */
@NullMarked
package dev.agenthost.protocol.house.sound.run.http;

import org.jspecify.annotations.NullMarked;
