/** Work that is done in steps, by whichever replica is there. */
@NullMarked
package dev.agenthost.context.step;

import org.jspecify.annotations.NullMarked;
