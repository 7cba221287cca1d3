/** The applied offsets. */
@NullMarked
package dev.agenthost.context.offset.postgres;

import org.jspecify.annotations.NullMarked;
