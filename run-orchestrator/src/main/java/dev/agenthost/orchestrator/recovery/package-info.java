/** What nobody holds any more: runs of dead replicas, queues whose limit passed, unpublished ends, old rows. */
@NullMarked
package dev.agenthost.orchestrator.recovery;

import org.jspecify.annotations.NullMarked;
