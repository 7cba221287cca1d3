/** How far beyond its own conversation and thread a run may look. */
@NullMarked
package dev.agenthost.orchestrator.grant.reach;

import org.jspecify.annotations.NullMarked;
