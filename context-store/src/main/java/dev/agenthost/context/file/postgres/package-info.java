/** Files in PostgreSQL. */
@NullMarked
package dev.agenthost.context.file.postgres;

import org.jspecify.annotations.NullMarked;
