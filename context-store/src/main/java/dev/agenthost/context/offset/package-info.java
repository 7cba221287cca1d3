/** How far each partition was applied, and waiting for it. */
@NullMarked
package dev.agenthost.context.offset;

import org.jspecify.annotations.NullMarked;
