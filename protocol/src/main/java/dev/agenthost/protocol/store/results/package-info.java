/** Results of runs, as context-store keeps them. */
@NullMarked
package dev.agenthost.protocol.store.results;

import org.jspecify.annotations.NullMarked;
