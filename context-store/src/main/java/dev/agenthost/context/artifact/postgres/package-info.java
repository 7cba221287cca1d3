/** Artifacts in PostgreSQL. */
@NullMarked
package dev.agenthost.context.artifact.postgres;

import org.jspecify.annotations.NullMarked;
