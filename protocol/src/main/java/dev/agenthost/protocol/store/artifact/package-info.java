/** Artifacts as they are put and asked for (spec 000 §7.2, §8). */
@NullMarked
package dev.agenthost.protocol.store.artifact;

import org.jspecify.annotations.NullMarked;
