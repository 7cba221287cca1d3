/** Keyset pages. */
@NullMarked
package dev.agenthost.context.history.postgres;

import org.jspecify.annotations.NullMarked;
