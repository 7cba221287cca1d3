/** The front door: one address, and the routes that an ingress would have. */
@NullMarked
package dev.agenthost.local.front;

import org.jspecify.annotations.NullMarked;
