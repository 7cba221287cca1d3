/** The start and the end of a run. */
@NullMarked
package dev.agenthost.context.start.http;

import org.jspecify.annotations.NullMarked;
