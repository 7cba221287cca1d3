/** What a service does once before its first event, so that the event does not wait for it. */
@NullMarked
package dev.agenthost.watch.preparation;

import org.jspecify.annotations.NullMarked;
