/** The assets of one run as tools of the Model Context Protocol. */
@NullMarked
package dev.agenthost.sdk.harness.mcp;

import org.jspecify.annotations.NullMarked;
