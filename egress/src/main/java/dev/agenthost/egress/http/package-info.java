/** Calls to addresses that may be called. */
@NullMarked
package dev.agenthost.egress.http;

import org.jspecify.annotations.NullMarked;
