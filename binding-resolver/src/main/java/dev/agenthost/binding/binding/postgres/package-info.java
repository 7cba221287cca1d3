/** Bindings on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.binding.postgres;

import org.jspecify.annotations.NullMarked;
