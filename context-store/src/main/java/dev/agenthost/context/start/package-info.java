/** What a run is told at its start. */
@NullMarked
package dev.agenthost.context.start;

import org.jspecify.annotations.NullMarked;
