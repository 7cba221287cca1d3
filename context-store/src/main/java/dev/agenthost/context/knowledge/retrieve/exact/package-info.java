/** The nearest vectors, by looking at every one. */
@NullMarked
package dev.agenthost.context.knowledge.retrieve.exact;

import org.jspecify.annotations.NullMarked;
