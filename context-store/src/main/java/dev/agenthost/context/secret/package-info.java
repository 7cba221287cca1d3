/** Secrets, by name. */
@NullMarked
package dev.agenthost.context.secret;

import org.jspecify.annotations.NullMarked;
