/** Receipts: what a surface answered, written with the outcome of a send and published byte for byte. */
@NullMarked
package dev.agenthost.delivery.receipt;

import org.jspecify.annotations.NullMarked;
