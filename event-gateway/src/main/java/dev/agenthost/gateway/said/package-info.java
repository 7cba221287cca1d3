/** What was said at an entrance, before anything is decided about it. */
@NullMarked
package dev.agenthost.gateway.said;

import org.jspecify.annotations.NullMarked;
