/** State and fences in PostgreSQL. */
@NullMarked
package dev.agenthost.context.state.postgres;

import org.jspecify.annotations.NullMarked;
