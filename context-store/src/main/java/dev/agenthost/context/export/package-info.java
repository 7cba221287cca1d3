/** All that is stored of a conversation, for whoever takes it away. */
@NullMarked
package dev.agenthost.context.export;

import org.jspecify.annotations.NullMarked;
