/** Asks the database. */
@NullMarked
package dev.agenthost.watch.schema.postgres;

import org.jspecify.annotations.NullMarked;
