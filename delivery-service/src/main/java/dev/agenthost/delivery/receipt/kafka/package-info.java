/** Publishes receipts. */
@NullMarked
package dev.agenthost.delivery.receipt.kafka;

import org.jspecify.annotations.NullMarked;
