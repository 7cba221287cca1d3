/** Drives claims, sends and receipts, and reads their settings. */
@NullMarked
package dev.agenthost.delivery.send.cdi;

import org.jspecify.annotations.NullMarked;
