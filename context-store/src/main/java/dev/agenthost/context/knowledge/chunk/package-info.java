/** How texts are cut. */
@NullMarked
package dev.agenthost.context.knowledge.chunk;

import org.jspecify.annotations.NullMarked;
