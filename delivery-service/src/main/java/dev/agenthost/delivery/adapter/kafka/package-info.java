/** {@code agent.outbound.<adapter>}. */
@NullMarked
package dev.agenthost.delivery.adapter.kafka;

import org.jspecify.annotations.NullMarked;
