/** Preparation of connections to PostgreSQL. */
@NullMarked
package dev.agenthost.watch.preparation.postgres;

import org.jspecify.annotations.NullMarked;
