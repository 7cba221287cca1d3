/** Payloads of platforms that events come with: kept in context-store, and named in the envelope. */
@NullMarked
package dev.agenthost.gateway.raw;

import org.jspecify.annotations.NullMarked;
