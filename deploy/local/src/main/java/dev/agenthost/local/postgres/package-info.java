/** A PostgreSQL server of its own, from Maven artifacts. */
@NullMarked
package dev.agenthost.local.postgres;

import org.jspecify.annotations.NullMarked;
