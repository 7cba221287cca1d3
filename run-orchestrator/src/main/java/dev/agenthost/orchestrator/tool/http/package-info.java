/** The catalogue of MCP servers by REST. */
@NullMarked
package dev.agenthost.orchestrator.tool.http;

import org.jspecify.annotations.NullMarked;
