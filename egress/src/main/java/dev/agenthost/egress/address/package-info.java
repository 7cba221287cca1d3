/** Addresses that people configured: what they say, and whether they may be called. */
@NullMarked
package dev.agenthost.egress.address;

import org.jspecify.annotations.NullMarked;
