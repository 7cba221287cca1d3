/** Knowledge in PostgreSQL. */
@NullMarked
package dev.agenthost.context.knowledge.postgres;

import org.jspecify.annotations.NullMarked;
