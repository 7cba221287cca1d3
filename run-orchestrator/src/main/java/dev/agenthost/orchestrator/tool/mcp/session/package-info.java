/** A session with an MCP server, however it is reached: what is asked, what is said, and what goes wrong. */
@NullMarked
package dev.agenthost.orchestrator.tool.mcp.session;

import org.jspecify.annotations.NullMarked;
