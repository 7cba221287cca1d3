/** Steps that a service takes once before its first event, so that the event does not wait for them. */
@NullMarked
package dev.agenthost.watch.preparation;

import org.jspecify.annotations.NullMarked;
