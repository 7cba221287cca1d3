/** Delivers what an agent says, to who waits for it. */
@NullMarked
package dev.agenthost.delivery;

import org.jspecify.annotations.NullMarked;
