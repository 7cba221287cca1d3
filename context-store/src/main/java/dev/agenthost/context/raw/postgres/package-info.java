/** Raw payloads in PostgreSQL. */
@NullMarked
package dev.agenthost.context.raw.postgres;

import org.jspecify.annotations.NullMarked;
