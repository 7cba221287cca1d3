/** Publishes receipts. */
@NullMarked
package dev.agenthost.delivery.send.kafka;

import org.jspecify.annotations.NullMarked;
