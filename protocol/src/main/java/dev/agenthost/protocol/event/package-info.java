/** An event as it walks. */
@NullMarked
package dev.agenthost.protocol.event;

import org.jspecify.annotations.NullMarked;
