/** The start of a run in one statement. */
@NullMarked
package dev.agenthost.context.start.postgres;

import org.jspecify.annotations.NullMarked;
