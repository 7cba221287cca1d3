/** An answer as it comes: read from its stream, shown at a terminal. */
@NullMarked
package dev.agenthost.local.answer;

import org.jspecify.annotations.NullMarked;
