/** The journal of changes, and what people keep, on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.change.postgres;

import org.jspecify.annotations.NullMarked;
