/** Refusals at the HTTP entrance: every way a request can fail becomes a problem body. */
@NullMarked
package dev.agenthost.door.problem.http;

import org.jspecify.annotations.NullMarked;
