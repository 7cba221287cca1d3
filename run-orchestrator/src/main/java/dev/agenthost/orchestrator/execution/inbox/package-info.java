/** What came for one run and was not worked on yet. */
@NullMarked
package dev.agenthost.orchestrator.execution.inbox;

import org.jspecify.annotations.NullMarked;
