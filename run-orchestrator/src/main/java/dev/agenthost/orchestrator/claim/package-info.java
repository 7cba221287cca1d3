/** Taking queued runs of runners that have room. */
@NullMarked
package dev.agenthost.orchestrator.claim;

import org.jspecify.annotations.NullMarked;
