/** What ends parts, put together. */
@NullMarked
package dev.agenthost.delivery.receipt.cdi;

import org.jspecify.annotations.NullMarked;
