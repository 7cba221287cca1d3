/** Platforms' own payloads, kept for events. */
@NullMarked
package dev.agenthost.protocol.store.raw;

import org.jspecify.annotations.NullMarked;
