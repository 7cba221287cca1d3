/** The Model Context Protocol, as a client. */
@NullMarked
package dev.agenthost.orchestrator.tool.mcp;

import org.jspecify.annotations.NullMarked;
