/** The transcript, made again from the event log. */
@NullMarked
package dev.agenthost.context.rebuild;

import org.jspecify.annotations.NullMarked;
