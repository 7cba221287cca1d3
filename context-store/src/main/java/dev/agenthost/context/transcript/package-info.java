/** The transcript: the projection of the log to what was said. */
@NullMarked
package dev.agenthost.context.transcript;

import org.jspecify.annotations.NullMarked;
