/** Questions to context-store and its answers. */
@NullMarked
package dev.agenthost.protocol.store;

import org.jspecify.annotations.NullMarked;
