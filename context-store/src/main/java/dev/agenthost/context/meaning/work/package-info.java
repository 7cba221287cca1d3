/** Entries get their vectors, in the background. */
@NullMarked
package dev.agenthost.context.meaning.work;

import org.jspecify.annotations.NullMarked;
