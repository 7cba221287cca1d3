/** Parts of adapters, counted when they end. */
@NullMarked
package dev.agenthost.delivery.receipt.metrics;

import org.jspecify.annotations.NullMarked;
