/** Keeps delivery.leases. */
@NullMarked
package dev.agenthost.delivery.lease.postgres;

import org.jspecify.annotations.NullMarked;
