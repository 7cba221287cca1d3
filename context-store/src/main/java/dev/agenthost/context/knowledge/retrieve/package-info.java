/** Chunks are found by meaning and by words. */
@NullMarked
package dev.agenthost.context.knowledge.retrieve;

import org.jspecify.annotations.NullMarked;
