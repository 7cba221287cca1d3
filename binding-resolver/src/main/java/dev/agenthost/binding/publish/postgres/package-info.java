/** Records that wait on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.publish.postgres;

import org.jspecify.annotations.NullMarked;
