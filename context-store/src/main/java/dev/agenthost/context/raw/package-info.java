/** Platforms' own payloads, scrubbed, one for each event that came with one. */
@NullMarked
package dev.agenthost.context.raw;

import org.jspecify.annotations.NullMarked;
