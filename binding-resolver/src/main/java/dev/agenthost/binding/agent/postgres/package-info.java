/** Agents on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.agent.postgres;

import org.jspecify.annotations.NullMarked;
