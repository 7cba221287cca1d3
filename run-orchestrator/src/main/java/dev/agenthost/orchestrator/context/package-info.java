/** What a runner is told, and what context-store is asked for it. */
@NullMarked
package dev.agenthost.orchestrator.context;

import org.jspecify.annotations.NullMarked;
