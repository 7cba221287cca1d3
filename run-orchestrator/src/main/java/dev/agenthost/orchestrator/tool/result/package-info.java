/** What a runner is told of what a tool said. */
@NullMarked
package dev.agenthost.orchestrator.tool.result;

import org.jspecify.annotations.NullMarked;
