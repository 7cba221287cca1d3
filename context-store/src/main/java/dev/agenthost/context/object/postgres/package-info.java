/** What moves to an object store, and what is deleted there, in PostgreSQL. */
@NullMarked
package dev.agenthost.context.object.postgres;

import org.jspecify.annotations.NullMarked;
