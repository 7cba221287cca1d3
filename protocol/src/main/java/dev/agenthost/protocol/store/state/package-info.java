/** Small JSON that runners keep, by scope (spec 000 §8). */
@NullMarked
package dev.agenthost.protocol.store.state;

import org.jspecify.annotations.NullMarked;
