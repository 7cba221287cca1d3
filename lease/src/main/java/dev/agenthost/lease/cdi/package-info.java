/** The settings of a lease, and the pool of its connection. */
@NullMarked
package dev.agenthost.lease.cdi;

import org.jspecify.annotations.NullMarked;
