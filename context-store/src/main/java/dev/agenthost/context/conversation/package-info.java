/** Whose conversation it is. */
@NullMarked
package dev.agenthost.context.conversation;

import org.jspecify.annotations.NullMarked;
