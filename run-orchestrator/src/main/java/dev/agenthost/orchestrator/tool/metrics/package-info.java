/** Calls of tools, in numbers. */
@NullMarked
package dev.agenthost.orchestrator.tool.metrics;

import org.jspecify.annotations.NullMarked;
