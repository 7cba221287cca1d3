/** Reads them whole. */
@NullMarked
package dev.agenthost.door.compacted.kafka;

import org.jspecify.annotations.NullMarked;
