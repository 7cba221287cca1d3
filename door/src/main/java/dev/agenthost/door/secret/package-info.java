/** Secrets by the name under which people refer to them. */
@NullMarked
package dev.agenthost.door.secret;

import org.jspecify.annotations.NullMarked;
