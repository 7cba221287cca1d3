/** The MCP servers of a workspace: what is written of them, and what may be. */
@NullMarked
package dev.agenthost.orchestrator.tool.server;

import org.jspecify.annotations.NullMarked;
