/** Uploads in PostgreSQL. */
@NullMarked
package dev.agenthost.context.upload.postgres;

import org.jspecify.annotations.NullMarked;
