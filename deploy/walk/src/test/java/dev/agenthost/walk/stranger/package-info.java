/** A key of another workspace, which opens nothing, whatever it is tried on. */
@NullMarked
package dev.agenthost.walk.stranger;

import org.jspecify.annotations.NullMarked;
