/** context-store, as far as it keeps payloads. */
@NullMarked
package dev.agenthost.gateway.raw.http;

import org.jspecify.annotations.NullMarked;
