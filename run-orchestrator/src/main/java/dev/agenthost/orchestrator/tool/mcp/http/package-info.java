/** MCP by streamable HTTP. */
@NullMarked
package dev.agenthost.orchestrator.tool.mcp.http;

import org.jspecify.annotations.NullMarked;
