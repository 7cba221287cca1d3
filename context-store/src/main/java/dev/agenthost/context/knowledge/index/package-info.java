/** Documents become chunks with vectors, in the background. */
@NullMarked
package dev.agenthost.context.knowledge.index;

import org.jspecify.annotations.NullMarked;
