/** What a run publishes: numbered results, gathered into records. */
@NullMarked
package dev.agenthost.orchestrator.publish;

import org.jspecify.annotations.NullMarked;
