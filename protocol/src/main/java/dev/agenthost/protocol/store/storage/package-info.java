/** Bytes that runners keep, for their plugin or their workspace (spec 000 §8). */
@NullMarked
package dev.agenthost.protocol.store.storage;

import org.jspecify.annotations.NullMarked;
