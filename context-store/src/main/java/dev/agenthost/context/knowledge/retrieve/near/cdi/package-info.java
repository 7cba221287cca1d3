/** Whether there is an index of vectors, and what fills it. */
@NullMarked
package dev.agenthost.context.knowledge.retrieve.near.cdi;

import org.jspecify.annotations.NullMarked;
