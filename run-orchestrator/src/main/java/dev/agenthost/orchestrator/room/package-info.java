/** Free places of this replica at the runners that it is connected to. */
@NullMarked
package dev.agenthost.orchestrator.room;

import org.jspecify.annotations.NullMarked;
