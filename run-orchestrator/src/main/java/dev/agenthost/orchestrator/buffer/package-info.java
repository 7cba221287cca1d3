/** How much the runs of a replica may hold in memory, all together. */
@NullMarked
package dev.agenthost.orchestrator.buffer;

import org.jspecify.annotations.NullMarked;
