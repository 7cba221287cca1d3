/** Keeps the table leases of a service's schema, over a connection that does not hang. */
@NullMarked
package dev.agenthost.lease.postgres;

import org.jspecify.annotations.NullMarked;
