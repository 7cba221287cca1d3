/** Pages for people and for runners. */
@NullMarked
package dev.agenthost.context.history.http;

import org.jspecify.annotations.NullMarked;
