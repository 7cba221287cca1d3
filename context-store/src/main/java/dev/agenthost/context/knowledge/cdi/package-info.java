/** Settings of knowledge, and what stands behind its ports. */
@NullMarked
package dev.agenthost.context.knowledge.cdi;

import org.jspecify.annotations.NullMarked;
