/** Secrets as configured. */
@NullMarked
package dev.agenthost.door.secret.cdi;

import org.jspecify.annotations.NullMarked;
