/** Reads the drill's settings when the application starts. */
@NullMarked
package dev.agenthost.door.drill.cdi;

import org.jspecify.annotations.NullMarked;
