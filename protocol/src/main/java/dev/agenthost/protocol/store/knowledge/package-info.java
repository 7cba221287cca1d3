/** Questions to context-store about knowledge. */
@NullMarked
package dev.agenthost.protocol.store.knowledge;

import org.jspecify.annotations.NullMarked;
