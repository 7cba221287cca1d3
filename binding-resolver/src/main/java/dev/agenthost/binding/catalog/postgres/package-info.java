/** The bindings of all replicas, read from PostgreSQL. */
@NullMarked
package dev.agenthost.binding.catalog.postgres;

import org.jspecify.annotations.NullMarked;
