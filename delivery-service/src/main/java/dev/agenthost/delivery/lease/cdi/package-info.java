/** The beat of the lease, and what probes are told of it. */
@NullMarked
package dev.agenthost.delivery.lease.cdi;

import org.jspecify.annotations.NullMarked;
