/** Files that people keep for their agents, as they are asked for (spec 000 §8). */
@NullMarked
package dev.agenthost.protocol.store.file;

import org.jspecify.annotations.NullMarked;
