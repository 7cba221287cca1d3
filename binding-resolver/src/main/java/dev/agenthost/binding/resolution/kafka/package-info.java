/** The entrance of events. */
@NullMarked
package dev.agenthost.binding.resolution.kafka;

import org.jspecify.annotations.NullMarked;
