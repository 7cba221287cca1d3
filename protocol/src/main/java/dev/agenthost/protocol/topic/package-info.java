/** Topics, keys, partitions, positions and headers. */
@NullMarked
package dev.agenthost.protocol.topic;

import org.jspecify.annotations.NullMarked;
