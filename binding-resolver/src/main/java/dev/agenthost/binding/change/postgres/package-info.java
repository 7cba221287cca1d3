/** The journal of changes on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.change.postgres;

import org.jspecify.annotations.NullMarked;
