/** Streams of those whom we ask: bytes in, events out. */
@NullMarked
package dev.agenthost.orchestrator.stream;

import org.jspecify.annotations.NullMarked;
