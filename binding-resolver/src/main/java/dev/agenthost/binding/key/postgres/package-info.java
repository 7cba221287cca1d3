/** Keys on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.key.postgres;

import org.jspecify.annotations.NullMarked;
