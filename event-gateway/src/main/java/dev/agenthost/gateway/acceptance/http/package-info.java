/** {@code POST /api/v1/events}. */
@NullMarked
package dev.agenthost.gateway.acceptance.http;

import org.jspecify.annotations.NullMarked;
