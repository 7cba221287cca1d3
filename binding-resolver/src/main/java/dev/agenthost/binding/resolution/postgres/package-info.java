/** The ledger on PostgreSQL. */
@NullMarked
package dev.agenthost.binding.resolution.postgres;

import org.jspecify.annotations.NullMarked;
