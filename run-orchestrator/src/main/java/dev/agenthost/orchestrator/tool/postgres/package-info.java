/** Where MCP servers are kept. */
@NullMarked
package dev.agenthost.orchestrator.tool.postgres;

import org.jspecify.annotations.NullMarked;
