/** Storage in PostgreSQL. */
@NullMarked
package dev.agenthost.context.storage.postgres;

import org.jspecify.annotations.NullMarked;
