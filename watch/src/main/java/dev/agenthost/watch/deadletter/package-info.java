/** Records that were set aside, counted. */
@NullMarked
package dev.agenthost.watch.deadletter;

import org.jspecify.annotations.NullMarked;
