/** Tokens that open one run's live stream. */
@NullMarked
package dev.agenthost.protocol.stream;

import org.jspecify.annotations.NullMarked;
