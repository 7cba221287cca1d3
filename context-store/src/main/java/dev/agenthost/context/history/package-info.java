/** Pages of a transcript. */
@NullMarked
package dev.agenthost.context.history;

import org.jspecify.annotations.NullMarked;
