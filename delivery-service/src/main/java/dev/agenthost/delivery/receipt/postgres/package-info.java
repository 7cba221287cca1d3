/** Finds the receipts in delivery.sends. */
@NullMarked
package dev.agenthost.delivery.receipt.postgres;

import org.jspecify.annotations.NullMarked;
