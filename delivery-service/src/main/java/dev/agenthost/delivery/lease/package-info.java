/** Whether this replica is known to live: what it claimed is another's when it is not. */
@NullMarked
package dev.agenthost.delivery.lease;

import org.jspecify.annotations.NullMarked;
