/** MCP by the input and output of a program that is ours. */
@NullMarked
package dev.agenthost.orchestrator.tool.mcp.stdio;

import org.jspecify.annotations.NullMarked;
